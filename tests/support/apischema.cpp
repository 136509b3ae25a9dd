// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/apischema.h"

#include <QJsonArray>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace slipway::support {
namespace {

QString typeOf(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::Null: return u"null"_s;
    case QJsonValue::Bool: return u"boolean"_s;
    case QJsonValue::Double: return value.toDouble() == double(value.toInteger()) ? u"integer"_s : u"number"_s;
    case QJsonValue::String: return u"string"_s;
    case QJsonValue::Array: return u"array"_s;
    case QJsonValue::Object: return u"object"_s;
    case QJsonValue::Undefined: break;
    }
    return u"nothing"_s;
}

bool isOfType(const QJsonValue &value, const QJsonValue &type)
{
    const QJsonArray any = type.isArray() ? type.toArray() : QJsonArray { type };
    return any.contains(typeOf(value)) || (any.contains(u"number"_s) && value.isDouble());
}

} // namespace

ApiSchema::ApiSchema(QJsonObject document)
    : m_document(std::move(document))
{
}

QJsonObject ApiSchema::resolved(const QJsonObject &object) const
{
    const QString reference = object.value("$ref"_L1).toString();
    if (reference.isEmpty())
        return object;
    QJsonValue found = m_document;
    for (const QString &part : reference.mid(2).split(u'/'))
        found = found[part];
    return found.toObject();
}

void ApiSchema::collect(const QJsonValue &value, QStringList &dangling) const
{
    if (value.isArray()) {
        for (const QJsonValue &each : value.toArray())
            collect(each, dangling);
        return;
    }
    const QJsonObject object = value.toObject();
    if (object.contains("$ref"_L1) && resolved(object).isEmpty())
        dangling.append(object.value("$ref"_L1).toString());
    for (const QJsonValue &each : object)
        collect(each, dangling);
}

QStringList ApiSchema::danglingReferences() const
{
    QStringList dangling;
    collect(m_document, dangling);
    return dangling;
}

QStringList ApiSchema::problemsOfAnswer(const QString &method, const QString &path, int status, const QJsonValue &value) const
{
    const QJsonObject responses = m_document["paths"_L1][path][method.toLower()]["responses"_L1].toObject();
    const QString name = QString::number(status);
    if (!responses.contains(name))
        return { u"%1 %2 does not say that it answers %3"_s.arg(method, path, name) };
    const QJsonObject response = resolved(responses.value(name).toObject());
    const QJsonObject schema = response["content"_L1]["application/json"_L1]["schema"_L1].toObject();
    return problems(value, schema, u"%1 %2 %3"_s.arg(method, path, name));
}

QStringList ApiSchema::problems(const QJsonValue &value, const QJsonObject &given, const QString &where) const
{
    const QJsonObject schema = resolved(given);
    if (schema.contains("anyOf"_L1)) {
        QStringList all;
        for (const QJsonValue &one : schema.value("anyOf"_L1).toArray()) {
            const QStringList found = problems(value, one.toObject(), where);
            if (found.isEmpty())
                return {};
            all += found;
        }
        return all;
    }
    if (schema.contains("type"_L1) && !isOfType(value, schema.value("type"_L1)))
        return { u"%1 is %2"_s.arg(where, typeOf(value)) };
    if (schema.contains("enum"_L1) && !schema.value("enum"_L1).toArray().contains(value))
        return { u"%1 is '%2', which is none of the values named"_s.arg(where, value.toString()) };
    if (schema.contains("pattern"_L1) && value.isString()
        && !QRegularExpression(schema.value("pattern"_L1).toString()).match(value.toString()).hasMatch())
        return { u"%1 is '%2', not of the form named"_s.arg(where, value.toString()) };
    QStringList found;
    if (value.isArray()) {
        const QJsonArray items = value.toArray();
        for (qsizetype i = 0; i < items.size(); ++i)
            found += problems(items[i], schema.value("items"_L1).toObject(), u"%1[%2]"_s.arg(where).arg(i));
    }
    if (value.isObject() && schema.contains("properties"_L1))
        found += problemsOfObject(value.toObject(), schema, where);
    return found;
}

QStringList ApiSchema::problemsOfObject(const QJsonObject &value, const QJsonObject &schema, const QString &where) const
{
    QStringList found;
    const QJsonObject properties = schema.value("properties"_L1).toObject();
    for (const QJsonValue &name : schema.value("required"_L1).toArray()) {
        if (!value.contains(name.toString()))
            found.append(u"%1 lacks %2"_s.arg(where, name.toString()));
    }
    for (auto field = value.begin(); field != value.end(); ++field) {
        const QString place = where + u'.' + field.key();
        if (properties.contains(field.key()))
            found += problems(field.value(), properties.value(field.key()).toObject(), place);
        else if (!schema.value("additionalProperties"_L1).toBool())
            found.append(place + u" is not described"_s);
    }
    return found;
}

} // namespace slipway::support
