// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/committext.h"

namespace slipway {

using namespace Qt::StringLiterals;

QString harmlessText(const QString &text)
{
    QString harmless;
    harmless.reserve(text.size());
    for (const QChar letter : text) {
        // Brackets make "[skip ci]", stars "***NO_CI***", '@' mentions people, '/' would only matter at a line's start.
        if (letter == u'[' || letter == u'<')
            harmless += u'(';
        else if (letter == u']' || letter == u'>')
            harmless += u')';
        else if (letter == u'*' || letter == u'`')
            harmless += u'\'';
        else if (letter == u'@')
            harmless += u"(at)"_s;
        else if (letter.category() == QChar::Other_Control || letter == QChar::LineSeparator
                 || letter == QChar::ParagraphSeparator)
            harmless += u' ';
        else if (letter.category() != QChar::Other_Format) // Direction marks would let a line read as another.
            harmless += letter;
    }
    return harmless;
}

QString memberLine(const QString &kind, const QString &subject, const QString &target, const QString &requester,
                   const QString &operation)
{
    const QString relation = kind == "unbind"_L1 ? u"unbind %1 from %2"_s : u"bind %1 to %2"_s;
    return u"- "_s + relation.arg(harmlessText(subject), harmlessText(target))
        + u" (asked by %1, %2)"_s.arg(harmlessText(requester), operation);
}

QString batchTitle(int members, BatchId batch)
{
    return members == 1 ? u"Apply 1 change request (batch %1)"_s.arg(batch.value())
                        : u"Apply %1 change requests (batch %2)"_s.arg(members).arg(batch.value());
}

QString singleTitle(const QString &kind, const QString &subject, const QString &target, const QString &operation)
{
    const QString relation = kind == "unbind"_L1 ? u"Unbind %1 from %2"_s : u"Bind %1 to %2"_s;
    const QString tail = u" (request %1)"_s.arg(operation);
    return relation.arg(harmlessText(subject), harmlessText(target)).left(255 - tail.size()) + tail;
}

QString batchMarker(BatchId batch, const QString &branch) { return u"Slipway-Batch: %1 %2"_s.arg(batch.value()).arg(branch); }

QString markerOf(const workflow::LandingRow &row)
{
    return row.batch ? batchMarker(*row.batch, row.branch) : u"Slipway-Request: %1 %2"_s.arg(row.operation.value(), row.branch);
}

QString deployReference(const workflow::LandingRow &row)
{
    return row.batch ? QString::number(row.batch->value()) : u"operation:"_s + row.operation.value();
}

} // namespace slipway
