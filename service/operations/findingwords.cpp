// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/findingwords.h"

#include "service/operations/diagnosisview.h"
#include "service/workflow/findingsentence.h"

#include <QRegularExpression>

#include <vector>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

/// A sentence, and how to find its arguments in what was made of it.
struct Known {
    const char *sentence;
    QRegularExpression pattern;
};

Known known(const char *sentence)
{
    static const QRegularExpression place(u"%\\d"_s);
    QStringList pieces = QString::fromUtf8(sentence).split(place);
    for (QString &piece : pieces)
        piece = QRegularExpression::escape(piece);
    return { sentence,
             QRegularExpression(QRegularExpression::anchoredPattern(pieces.join(u"(.*?)"_s)),
                                QRegularExpression::DotMatchesEverythingOption) };
}

const std::vector<Known> &knownSentences()
{
    static const std::vector<Known> all = [] {
        std::vector<Known> made;
        for (const char *sentence : workflow::findingSentences)
            made.push_back(known(sentence));
        for (const char *sentence : invariantSentences)
            made.push_back(known(sentence));
        return made;
    }();
    return all;
}

} // namespace

QString detailInWords(const QString &detail, Language language)
{
    if (language == Language::English)
        return detail;
    for (const Known &each : knownSentences()) {
        if (const auto match = each.pattern.match(detail); match.hasMatch())
            return filledIn(translated(language, "Finding", each.sentence), match.capturedTexts().mid(1));
    }
    return detail;
}

} // namespace slipway::operations
