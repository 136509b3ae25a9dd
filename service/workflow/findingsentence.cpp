// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/findingsentence.h"

namespace slipway::workflow {

QString detailOf(FindingSentence sentence, const QStringList &arguments)
{
    QString detail = QString::fromUtf8(findingSentences[size_t(sentence)]);
    qsizetype from = 0; // Beyond what is filled in already: what others wrote is never taken for a place.
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString place = u'%' + QString::number(i + 1);
        const qsizetype at = detail.indexOf(place, from);
        Q_ASSERT(at >= 0);
        detail.replace(at, place.size(), arguments.at(i));
        from = at + arguments.at(i).size();
    }
    return detail;
}

} // namespace slipway::workflow
