// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/diffs.h"

#include <QJsonObject>
#include <QRegularExpression>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

QString modeIn(const QString &head, const QString &pattern)
{
    const auto match = QRegularExpression(pattern, QRegularExpression::MultilineOption).match(head);
    return match.hasMatch() ? match.captured(match.lastCapturedIndex()) : QString();
}

QJsonObject diffFrom(const QString &part)
{
    const QString names = part.section(u'\n', 0, 0).mid(11);
    const QString path = names.left((names.size() - 1) / 2).mid(2);
    const qsizetype body = part.indexOf(u"\n@@"_s);
    const QString head = body < 0 ? part : part.left(body);
    const bool isNew = head.contains(u"\nnew file mode "_s), isGone = head.contains(u"\ndeleted file mode "_s);
    const QString common = modeIn(head, u"^index \\S+ (\\d+)$"_s);
    const QString before = modeIn(head, u"^(?:old|deleted file) mode (\\d+)$"_s);
    const QString after = modeIn(head, u"^new (?:file )?mode (\\d+)$"_s);
    return { { u"old_path"_s, path },
             { u"new_path"_s, path },
             { u"a_mode"_s,
               isNew                  ? u"0"_s
                   : before.isEmpty() ? common
                                      : before },
             { u"b_mode"_s,
               isGone                ? u"0"_s
                   : after.isEmpty() ? common
                                     : after },
             { u"new_file"_s, isNew },
             { u"deleted_file"_s, isGone },
             { u"renamed_file"_s, false },
             { u"generated_file"_s, false },
             { u"diff"_s, body < 0 ? QString() : part.mid(body + 1) } };
}

} // namespace

QJsonArray diffsFrom(const QByteArray &patch)
{
    QJsonArray diffs;
    qsizetype start = patch.indexOf("diff --git ");
    while (start >= 0) {
        const qsizetype next = patch.indexOf("\ndiff --git ", start);
        diffs.append(diffFrom(QString::fromUtf8(patch.mid(start, next < 0 ? -1 : next + 1 - start))));
        start = next < 0 ? -1 : next + 1;
    }
    return diffs;
}

} // namespace slipway::twin
