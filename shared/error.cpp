// SPDX-License-Identifier: GPL-3.0-only
#include "shared/error.h"

#include <QJsonArray>

namespace slipway {

Error::Error(Code code, QString detail)
    : Error(code, std::move(detail), {})
{
}

Error::Error(Code code, QString detail, QJsonObject data)
    : m_code(code)
    , m_detail(std::move(detail))
    , m_data(std::move(data))
{
    const std::string_view name = rowOf(code).name;
    m_what = QByteArray(name.data(), qsizetype(name.size())) + ": " + m_detail.toUtf8();
}

Error fieldError(Code code, const QList<FieldProblem> &problems)
{
    QJsonArray fields;
    QStringList words;
    for (const FieldProblem &problem : problems) {
        fields.append(QJsonObject { { QStringLiteral("field"), problem.field }, { QStringLiteral("reason"), problem.reason } });
        words.append(problem.field + QLatin1Char('=') + problem.reason);
    }
    return Error(code, words.join(QLatin1Char(' ')), QJsonObject { { QStringLiteral("fields"), fields } });
}

} // namespace slipway
