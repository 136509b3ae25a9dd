// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/model/checklist.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/core/strictobject.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QSet>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

/// Why a value does not do for an item; empty when it does.
QString reasonAgainst(const QJsonObject &item, const QJsonValue &value)
{
    const bool required = item[u"required"_s].toBool();
    if (value.isUndefined() || value.isNull())
        return required ? u"missing"_s : QString();
    const QString kind = item[u"kind"_s].toString();
    if (kind == "boolean"_L1) {
        if (!value.isBool())
            return u"invalid"_s;
        return required && !value.toBool() ? u"not_accepted"_s : QString();
    }
    if (!value.isString())
        return u"invalid"_s;
    if (kind == "choice"_L1)
        return item[u"choices"_s].toArray().contains(value) ? QString() : u"invalid"_s;
    const QString text = value.toString().trimmed();
    if (required && text.isEmpty())
        return u"missing"_s;
    return text.size() < item[u"min_length"_s].toInt() ? u"invalid"_s : QString();
}

QJsonObject fault(const QString &id, const QString &reason) { return { { u"id"_s, id }, { u"reason"_s, reason } }; }

} // namespace

Checklist::Checklist(const QJsonObject &setting, const QString &head)
    : m_head(head)
    , m_items(setting[u"items"_s].toArray())
    , m_enabled(setting[u"enabled"_s].toBool(!setting.isEmpty()))
    , m_bound(setting[u"bind_to_sha"_s].toBool(true))
    , m_duplicatesFirst(setting[u"order"_s].toString() == "dup_first"_L1)
    , m_readable(setting[u"readable"_s].toBool(true))
{
    for (qsizetype i = 0; i < m_items.size(); ++i) {
        QJsonObject item = m_items[i].toObject();
        if (!item.contains(u"kind"_s))
            item.insert(u"kind"_s, u"boolean"_s);
        if (!item.contains(u"required"_s))
            item.insert(u"required"_s, true);
        m_items[i] = item;
    }
}

void Checklist::check(const QJsonObject &setting)
{
    if (setting.isEmpty())
        return;
    StrictObject given(setting, u"checklist"_s);
    given.flag(u"enabled"_s, true);
    given.flag(u"bind_to_sha"_s, true);
    given.flag(u"readable"_s, true);
    given.word(u"order"_s, { u"checklist_first"_s, u"dup_first"_s }, u"checklist_first"_s);
    QSet<QString> ids;
    QList<StrictObject> items = given.objects(u"items"_s);
    for (StrictObject &item : items) {
        const QString id = item.needText(u"id"_s);
        if (ids.contains(id))
            item.refuse(u"id"_s, u"unique"_s);
        ids.insert(id);
        item.needText(u"title"_s);
        item.flag(u"required"_s, true);
        const QString kind = item.word(u"kind"_s, { u"boolean"_s, u"text"_s, u"choice"_s }, u"boolean"_s);
        if (item.texts(u"choices"_s).isEmpty() == (kind == "choice"_L1))
            item.refuse(u"choices"_s, u"given for a choice, and for nothing else"_s);
        item.number(u"min_length"_s, 0);
        item.nothingElse();
    }
    given.nothingElse();
    if (items.isEmpty())
        given.refuse(u"items"_s, u"a list of at least one item"_s);
}

QString Checklist::version() const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QJsonDocument(m_items).toJson(QJsonDocument::Compact));
    if (m_bound)
        hash.addData(m_head.toUtf8());
    return u'v' + QString::fromLatin1(hash.result().toHex().left(16));
}

QJsonObject Checklist::toJson() const { return { { u"version"_s, version() }, { u"sha"_s, m_head }, { u"items"_s, m_items } }; }

QJsonObject Checklist::refusal(const QString &code, const QJsonArray &errors) const
{
    return { { u"message"_s, u"Checklist items required"_s },
             { u"code"_s, code },
             { u"checklist"_s, toJson() },
             { u"errors"_s, errors } };
}

bool Checklist::isWellFormed(const QJsonObject &submitted)
{
    if (!submitted[u"items"_s].isArray())
        return false;
    QSet<QString> ids;
    const QJsonArray items = submitted[u"items"_s].toArray();
    for (const QJsonValue &item : items) {
        const QString id = item[u"id"_s].toString();
        if (!item.isObject() || id.isEmpty() || ids.contains(id))
            return false;
        ids.insert(id);
    }
    return true;
}

QJsonArray Checklist::faultsOf(const QJsonObject &values) const
{
    QJsonArray faults;
    for (const QJsonValue &item : m_items) {
        const QString id = item[u"id"_s].toString();
        const QString reason = reasonAgainst(item.toObject(), values.value(id));
        if (!reason.isEmpty())
            faults.append(fault(id, reason));
    }
    return faults;
}

std::optional<QJsonObject> Checklist::objection(const QJsonValue &submitted) const
{
    if (submitted.isUndefined() || submitted.isNull())
        return refusal(u"checklist_required"_s, faultsOf({}));
    if (!submitted.isObject() || !isWellFormed(submitted.toObject()))
        return refusal(u"checklist_malformed"_s, {});
    if (submitted[u"version"_s].toString() != version())
        return refusal(u"checklist_stale"_s, {});
    QJsonObject values;
    const QJsonArray items = submitted[u"items"_s].toArray();
    for (const QJsonValue &item : items)
        values.insert(item[u"id"_s].toString(), item[u"value"_s]);
    QJsonArray errors = faultsOf(values);
    const bool incomplete = !errors.isEmpty();
    for (const QJsonValue &item : m_items)
        values.remove(item[u"id"_s].toString());
    const QStringList unknown = values.keys();
    for (const QString &id : unknown)
        errors.append(fault(id, u"unknown"_s));
    if (errors.isEmpty())
        return std::nullopt;
    return refusal(incomplete ? u"checklist_incomplete"_s : u"checklist_unknown_item"_s, errors);
}

} // namespace slipway::twin
