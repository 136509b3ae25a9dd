// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/configreference.h"

#include "service/configuration/bootsettings.h"
#include "service/configuration/hotvalues.h"
#include "service/configuration/tomlfile.h"

#include <QFile>
#include <QJsonArray>

namespace slipway::configuration {
namespace {

using namespace Qt::StringLiterals;
using config::Kind;
using config::Lean;
using config::Stage;

QString word(Kind kind)
{
    switch (kind) {
    case Kind::Number: return u"number"_s;
    case Kind::Milliseconds: return u"milliseconds"_s;
    case Kind::Switch: return u"switch"_s;
    case Kind::List: return u"list"_s;
    case Kind::Text:
    case Kind::Unset: break;
    }
    return u"text"_s;
}

QString word(Lean lean)
{
    switch (lean) {
    case Lean::Refuse: return u"refused at start"_s;
    case Lean::Off: return u"off"_s;
    case Lean::Closed: return u"closed"_s;
    case Lean::Frozen: return u"frozen"_s;
    case Lean::Zero: return u"0 if negative, else default"_s;
    case Lean::Default:
    case Lean::Unset: break;
    }
    return u"default"_s;
}

QString tableOf(Stage stage)
{
    QString page = u"| key | kind | default | absent | blank | wrong | meaning |\n|---|---|---|---|---|---|---|\n"_s;
    for (const config::Key &row : config::keyTable) {
        if (row.stage != stage)
            continue;
        QString kind = word(row.kind);
        if (row.maximum > 0)
            kind += u" %1 to %2"_s.arg(row.minimum).arg(row.maximum);
        if (!row.choices.empty())
            kind = textOf(row.choices).replace(u'|', u", "_s);
        page += u"| `%1` | %2 | %3 | %4 | %5 | %6 | %7 |\n"_s.arg(
            textOf(row.name), kind, row.fallback.empty() ? u"–"_s : u"`%1`"_s.arg(textOf(row.fallback)), word(row.absent),
            word(row.blank), word(row.wrong), textOf(row.meaning));
    }
    return page;
}

QJsonObject schemaOf(const config::Key &row)
{
    QJsonObject schema { { u"description"_s, textOf(row.meaning) } };
    switch (row.kind) {
    case Kind::Number:
    case Kind::Milliseconds:
        schema[u"type"_s] = u"integer"_s;
        schema[u"minimum"_s] = row.minimum;
        schema[u"maximum"_s] = row.maximum;
        schema[u"default"_s] = textOf(row.fallback).toLongLong();
        break;
    case Kind::Switch:
        schema[u"type"_s] = u"boolean"_s;
        schema[u"default"_s] = row.fallback == "true";
        break;
    case Kind::List:
        schema[u"type"_s] = u"array"_s;
        schema[u"items"_s] = QJsonObject { { u"type"_s, u"string"_s } };
        break;
    case Kind::Text:
    case Kind::Unset:
        schema[u"type"_s] = u"string"_s;
        schema[u"default"_s] = textOf(row.fallback);
        if (!row.choices.empty())
            schema[u"enum"_s] = QJsonArray::fromStringList(textOf(row.choices).split(u'|'));
        break;
    }
    return schema;
}

/// TOML nests what the table writes with dots, so the schema nests too.
void insertNested(QJsonObject &object, QStringList path, const QJsonObject &leaf)
{
    const QString head = path.takeFirst();
    QJsonObject properties = object[u"properties"_s].toObject();
    if (path.isEmpty()) {
        properties[head] = leaf;
    } else {
        QJsonObject inner = properties[head].toObject();
        insertNested(inner, path, leaf);
        properties[head] = inner;
    }
    object[u"type"_s] = u"object"_s;
    object[u"additionalProperties"_s] = false;
    object[u"properties"_s] = properties;
}

QJsonObject schemaOf(Stage stage, const QString &title)
{
    QJsonObject schema;
    for (const config::Key &row : config::keyTable) {
        if (row.stage == stage)
            insertNested(schema, textOf(row.name).split(u'.'), schemaOf(row));
    }
    schema[u"$schema"_s] = u"https://json-schema.org/draft/2020-12/schema"_s;
    schema[u"title"_s] = title;
    return schema;
}

QStringList checkHotFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return { u"%1: cannot be read: %2"_s.arg(path, file.errorString()) };
    const auto document = readToml(file.readAll());
    if (const auto *problem = std::get_if<TomlProblem>(&document))
        return { BootProblem { path, problem->line, problem->reason }.toString() };
    const RawValues &raw = std::get<RawValues>(document);
    const HotValues values(raw);
    QStringList problems;
    for (const Warning &warning : values.warnings()) {
        const auto written = raw.find(warning.key);
        const int line = written == raw.end() ? 0 : written->second.line;
        problems.append(BootProblem { path, line, warning.key + u' ' + warning.text }.toString());
    }
    return problems;
}

} // namespace

QString referencePage()
{
    return u"# Configuration\n\n## Boot keys (a restart)\n\n"_s + tableOf(Stage::Boot) + u"\n## Hot keys (the next use)\n\n"_s
        + tableOf(Stage::Hot);
}

QJsonObject bootSchema() { return schemaOf(Stage::Boot, u"Slipway boot configuration"_s); }

QJsonObject hotSchema() { return schemaOf(Stage::Hot, u"Slipway hot configuration"_s); }

QStringList checkConfig(const QString &bootFile)
{
    BootSettings settings;
    QStringList problems;
    for (const BootProblem &problem : readBootSettings(bootFile, settings))
        problems.append(problem.toString());
    // What follows from a wrong value is no news beside it.
    for (const QString &warning : problems.isEmpty() ? settings.warnings : QStringList())
        problems.append(BootProblem { bootFile, 0, warning }.toString());
    if (settings.configSource == ConfigSource::File && !settings.hotFile.isEmpty())
        problems += checkHotFile(settings.hotFile);
    return problems;
}

} // namespace slipway::configuration
