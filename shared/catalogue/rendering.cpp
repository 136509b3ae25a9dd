// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/rendering.h"

#include "shared/catalogue/strictjson.h"
#include "shared/catalogue/yaml.h"

#include <QJsonArray>

namespace slipway::catalogue {
namespace {

using namespace Qt::StringLiterals;

constexpr QLatin1StringView subjectField("subject"), targetField("target"), expiryField("expiresAt"), entryField("entry"),
    managedField("managedBy");

std::optional<QString> placeholderIn(const QJsonValue &value)
{
    const QString text = value.toString();
    if (text.size() < 3 || !text.startsWith(u'{') || !text.endsWith(u'}'))
        return std::nullopt;
    return text.mid(1, text.size() - 2);
}

/// Undefined where an optional parameter was not given.
QJsonValue filled(const QJsonValue &value, const QJsonObject &known)
{
    if (value.isObject()) {
        QJsonObject object;
        const QJsonObject source = value.toObject();
        for (auto it = source.begin(); it != source.end(); ++it) {
            if (const QJsonValue inner = filled(it.value(), known); !inner.isUndefined())
                object.insert(it.key(), inner);
        }
        return object;
    }
    if (value.isArray()) {
        QJsonArray array;
        for (const QJsonValue &item : value.toArray()) {
            if (const QJsonValue inner = filled(item, known); !inner.isUndefined())
                array.append(inner);
        }
        return array;
    }
    const auto placeholder = placeholderIn(value);
    if (!placeholder)
        return value;
    // null in a request means "not given", so it takes the key away as well.
    const QJsonValue given = known.value(*placeholder);
    return given.isNull() ? QJsonValue(QJsonValue::Undefined) : given;
}

/// Collects what stands where the template has placeholders. It guesses where a list leaves a choice: its caller fills the template again
/// and compares.
void gather(const QJsonValue &templ, const QJsonValue &entry, QJsonObject &found)
{
    if (templ.isObject()) {
        const QJsonObject pattern = templ.toObject();
        const QJsonObject object = entry.toObject();
        for (auto it = pattern.begin(); it != pattern.end(); ++it) {
            if (object.contains(it.key()))
                gather(it.value(), object.value(it.key()), found);
        }
    } else if (templ.isArray()) {
        const QJsonArray items = entry.toArray();
        qsizetype at = 0;
        qsizetype left = templ.toArray().size();
        for (const QJsonValue &item : templ.toArray()) {
            // One that is missing was optional; as long as enough are there, none is.
            if (at < items.size() && (placeholderIn(item) || left <= items.size() - at || item == items[at]))
                gather(item, items[at++], found);
            --left;
        }
    } else if (const auto placeholder = placeholderIn(templ)) {
        found.insert(*placeholder, entry);
    }
}

void collect(const QJsonValue &value, QStringList &names)
{
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (const QJsonValue &inner : object)
            collect(inner, names);
    } else if (value.isArray()) {
        for (const QJsonValue &inner : value.toArray())
            collect(inner, names);
    } else if (const auto name = placeholderIn(value); name && !names.contains(*name)) {
        names.append(*name);
    }
}

/// The one order of a file's fields: who, what, until when, then the content.
QByteArray yamlFile(const SubjectId &subject, const TargetKey &target, const QString &expiry, const QJsonObject &entry)
{
    QByteArray out = managedHead.toByteArray();
    out += toYaml({ { subjectField, subject.value() } }) + toYaml({ { targetField, target.value() } });
    if (!expiry.isEmpty())
        out += toYaml({ { expiryField, expiry } });
    return out + toYaml({ { entryField, entry } });
}

void writeJson(QByteArray &out, const QJsonValue &value, int indent)
{
    const QByteArray margin(indent + 2, ' ');
    const auto items = [&](char open, char close, auto &&each) {
        out += open;
        out += '\n';
        each();
        out.chop(2); // The last ",\n".
        out += '\n' + QByteArray(indent, ' ') + close;
    };
    if (value.isObject() && !value.toObject().isEmpty()) {
        items('{', '}', [&] {
            const QJsonObject object = value.toObject();
            for (auto it = object.begin(); it != object.end(); ++it) {
                out += margin + quotedText(it.key()) + ": ";
                writeJson(out, it.value(), indent + 2);
                out += ",\n";
            }
        });
    } else if (value.isArray() && !value.toArray().isEmpty()) {
        items('[', ']', [&] {
            for (const QJsonValue &item : value.toArray()) {
                out += margin;
                writeJson(out, item, indent + 2);
                out += ",\n";
            }
        });
    } else {
        out += value.isObject() ? "{}" : value.isArray() ? "[]" : scalarText(value);
    }
}

QByteArray jsonFile(const SubjectId &subject, const TargetKey &target, const QString &expiry, const QJsonObject &entry)
{
    QByteArray out = "{\n  " + quotedText(managedField) + ": \"Slipway\",\n  " + quotedText(subjectField) + ": "
        + quotedText(subject.value()) + ",\n  " + quotedText(targetField) + ": " + quotedText(target.value()) + ",\n  ";
    if (!expiry.isEmpty())
        out += quotedText(expiryField) + ": " + quotedText(expiry) + ",\n  ";
    out += quotedText(entryField) + ": ";
    writeJson(out, entry, 2);
    return out + "\n}\n";
}

QByteArray fileOf(Format format, const SubjectId &subject, const TargetKey &target, std::optional<Instant> expiresAt,
                  const QJsonObject &entry)
{
    const QString expiry = expiresAt ? toIso(*expiresAt) : QString();
    return format == Format::Yaml ? yamlFile(subject, target, expiry, entry) : jsonFile(subject, target, expiry, entry);
}

std::optional<QJsonObject> objectIn(const QByteArray &bytes, Format format)
{
    if (format == Format::Yaml)
        return bytes.startsWith(managedHead) ? fromYaml(bytes.mid(managedHead.size())) : std::nullopt;
    const auto read = readStrictJson(bytes);
    const auto *object = std::get_if<QJsonObject>(&read);
    return object ? std::optional(*object) : std::nullopt;
}

} // namespace

QStringList placeholdersOf(const QJsonValue &entry)
{
    QStringList names;
    collect(entry, names);
    return names;
}

QJsonObject filledEntry(const Target &target, const SubjectId &subject, const QJsonObject &parameters)
{
    QJsonObject known = parameters;
    known[subjectField] = subject.value();
    known[targetField] = target.key.value();
    return filled(target.entry, known).toObject();
}

std::optional<QJsonObject> parametersIn(const Target &target, const SubjectId &subject, const QJsonObject &entry)
{
    QJsonObject found;
    gather(target.entry, entry, found);
    found.remove(subjectField);
    found.remove(targetField);
    return filledEntry(target, subject, found) == entry ? std::optional(found) : std::nullopt;
}

std::optional<QByteArray> render(const Target &target, const SubjectId &subject, workflow::RequestKind kind,
                                 const QJsonObject &parameters, std::optional<Instant> expiresAt)
{
    if (kind == workflow::RequestKind::Unbind)
        return std::nullopt;
    return fileOf(target.format, subject, target.key, expiresAt, filledEntry(target, subject, parameters));
}

std::optional<Document> readBack(const QByteArray &bytes, Format format)
{
    const auto object = objectIn(bytes, format);
    if (!object)
        return std::nullopt;
    Document document;
    document.subject = SubjectId(object->value(subjectField).toString());
    document.target = TargetKey(object->value(targetField).toString());
    document.entry = object->value(entryField).toObject();
    if (object->contains(expiryField)) {
        document.expiresAt = fromIso(object->value(expiryField).toString());
        if (!document.expiresAt)
            return std::nullopt;
    }
    // One writer, one spelling: a file that would be written differently was not written by us.
    if (fileOf(format, document.subject, document.target, document.expiresAt, document.entry) != bytes)
        return std::nullopt;
    return document;
}

} // namespace slipway::catalogue
