// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/message.h"

namespace slipway::httpserver {
namespace {

QString decoded(QByteArrayView encoded)
{
    QByteArray bytes = encoded.toByteArray();
    bytes.replace('+', ' ');
    return QString::fromUtf8(QByteArray::fromPercentEncoding(bytes));
}

} // namespace

QByteArray nameOf(Method method)
{
    switch (method) {
    case Method::Get: return "GET";
    case Method::Head: return "HEAD";
    case Method::Post: return "POST";
    case Method::Put: return "PUT";
    case Method::Patch: return "PATCH";
    case Method::Delete: return "DELETE";
    case Method::Options: return "OPTIONS";
    case Method::Unset:
    case Method::Other: break;
    }
    return "OTHER";
}

QByteArray Request::header(QByteArrayView name) const
{
    for (const Header &field : headers) {
        if (QByteArrayView(field.first).compare(name, Qt::CaseInsensitive) == 0)
            return field.second;
    }
    return {};
}

QList<QByteArray> Request::allHeaders(QByteArrayView name) const
{
    QList<QByteArray> values;
    for (const Header &field : headers) {
        if (QByteArrayView(field.first).compare(name, Qt::CaseInsensitive) == 0)
            values.append(field.second);
    }
    return values;
}

QList<QPair<QString, QString>> Request::queryItems() const
{
    QList<QPair<QString, QString>> items;
    for (const QByteArray &item : query.split('&')) {
        if (item.isEmpty())
            continue;
        const qsizetype equals = item.indexOf('=');
        const QByteArrayView whole(item);
        if (equals < 0)
            items.append({ decoded(whole), QString() });
        else
            items.append({ decoded(whole.first(equals)), decoded(whole.sliced(equals + 1)) });
    }
    return items;
}

std::optional<QString> Request::queryValue(QStringView name) const
{
    for (const auto &[key, value] : queryItems()) {
        if (key == name)
            return value;
    }
    return std::nullopt;
}

} // namespace slipway::httpserver
