// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/cataloguereader.h"

#include "shared/catalogue/fieldreader.h"
#include "shared/catalogue/paths.h"
#include "shared/catalogue/rendering.h"
#include "shared/catalogue/textrules.h"
#include "shared/config/nearestname.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>

namespace slipway::catalogue {
namespace {

using namespace Qt::StringLiterals;

/// Deeper than this, some reader of the repository's files gives up.
constexpr int deepestEntry = 16;

/// Names the entry in a problem, with its key where it has one: a person searches for keys, not for numbers.
QString entryName(const QString &list, qsizetype index, const QJsonValue &value)
{
    const QString key = value.toObject().value("key"_L1).toString();
    const QString place = u"%1[%2]"_s.arg(list).arg(index);
    return key.isEmpty() ? place : u"%1 '%2'"_s.arg(place, key);
}

int depthOf(const QJsonValue &value)
{
    int deepest = 0;
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (const QJsonValue &inner : object)
            deepest = std::max(deepest, depthOf(inner));
    } else if (value.isArray()) {
        for (const QJsonValue &inner : value.toArray())
            deepest = std::max(deepest, depthOf(inner));
    } else {
        return 0;
    }
    return deepest + 1;
}

} // namespace

CatalogueReader::CatalogueReader(QString source)
    : m_source(std::move(source))
{
}

void CatalogueReader::problem(const QString &entry, const QString &reason, int line)
{
    m_problems.append({ m_source, line, entry, reason });
}

void CatalogueReader::read(const QJsonObject &document)
{
    FieldReader fields(m_source, {}, document, m_problems);
    const QJsonArray partitions = fields.value(u"partitions"_s).toArray();
    const QJsonArray targets = fields.value(u"targets"_s).toArray();
    fields.finish();
    if (partitions.isEmpty())
        problem({}, u"needs 'partitions', a list with at least one entry"_s);
    if (!document.value("targets"_L1).isArray())
        problem({}, u"needs 'targets', a list"_s);
    for (qsizetype i = 0; i < partitions.size(); ++i)
        readPartition(entryName(u"partitions"_s, i, partitions[i]), partitions[i]);
    for (qsizetype i = 0; i < targets.size(); ++i)
        readTarget(entryName(u"targets"_s, i, targets[i]), targets[i]);
    if (m_problems.isEmpty())
        checkSharing();
}

void CatalogueReader::readPartition(const QString &entry, const QJsonValue &value)
{
    static const QStringList sources { QString(), u"merge_request_event"_s, u"push"_s, u"any"_s };
    FieldReader fields(m_source, entry, value, m_problems);
    Partition partition;
    partition.key = PartitionKey(fields.text(u"key"_s, true));
    partition.project = fields.text(u"project"_s, true);
    partition.branch = fields.text(u"branch"_s, true);
    partition.pathPrefix = fields.text(u"pathPrefix"_s);
    partition.pipelineSource = sources[fields.choice(u"pipelineSource"_s, sources)];
    fields.finish();
    if (const auto reason = nameProblem(partition.key.value()); reason && !partition.key.value().isEmpty())
        problem(entry, u"has an unusable key (%1)"_s.arg(*reason));
    if (const QString reason = prefixProblem(partition.pathPrefix); !reason.isEmpty())
        problem(entry, u"pathPrefix "_s + reason);
    for (const Partition &other : m_catalogue->m_partitions) {
        if (other.project == partition.project && other.branch == partition.branch)
            problem(entry,
                    u"has the project and branch of partition '%1'; one branch is one partition"_s.arg(other.key.value()));
    }
    if (m_catalogue->m_partitionAt.contains(partition.key))
        problem(entry, u"has a key that stands there before"_s);
    m_catalogue->m_partitionAt.insert(partition.key, m_catalogue->m_partitions.size());
    m_catalogue->m_partitions.append(partition);
}

void CatalogueReader::readTarget(const QString &entry, const QJsonValue &value)
{
    FieldReader fields(m_source, entry, value, m_problems);
    Target target;
    target.key = TargetKey(fields.text(u"key"_s, true));
    target.title = fields.languages(u"title"_s);
    target.description = fields.languages(u"description"_s);
    target.partition = PartitionKey(fields.text(u"partition"_s, true));
    target.path = fields.text(u"path"_s);
    target.format = Format(fields.choice(u"format"_s, { u"yaml"_s, u"json"_s }));
    target.maxDuration = fields.duration(u"maxDuration"_s);
    target.priority = fields.number(u"priority"_s, 100, 0, 1000);
    const QJsonValue content = fields.value(u"entry"_s);
    target.entry = content.toObject();
    const QJsonValue parameters = fields.value(u"parameters"_s);
    const QJsonValue approval = fields.value(u"approval"_s);
    fields.finish();
    if (target.path.isEmpty())
        target.path = defaultPath;
    if (!content.isObject())
        problem(entry, u"lacks 'entry', an object"_s);
    if (!parameters.isUndefined() && !parameters.isArray())
        problem(entry, u"'parameters' must be a list"_s);
    const QJsonArray list = parameters.toArray();
    for (qsizetype i = 0; i < list.size(); ++i)
        target.parameters.append(readParameter(u"%1 parameters[%2]"_s.arg(entry).arg(i), list[i]));
    if (approval.isUndefined())
        problem(entry, u"lacks 'approval': say who decides"_s);
    else
        target.approval = readApproval(entry + u" approval"_s, approval);
    checkTarget(entry, target);
    m_catalogue->m_targetAt.insert(target.key, m_catalogue->m_targets.size());
    m_catalogue->m_targets.append(target);
}

Parameter CatalogueReader::readParameter(const QString &entry, const QJsonValue &value)
{
    static const QRegularExpression form(uR"(\A[A-Za-z][A-Za-z0-9_]{0,63}\z)"_s);
    FieldReader fields(m_source, entry, value, m_problems);
    Parameter parameter;
    parameter.name = fields.text(u"name"_s, true);
    parameter.type = ParameterType(fields.choice(u"type"_s, { u"text"_s, u"integer"_s, u"boolean"_s, u"list"_s }));
    parameter.required = fields.flag(u"required"_s, false);
    parameter.choices = fields.texts(u"choices"_s);
    parameter.pattern = fields.text(u"pattern"_s);
    parameter.maxLength = fields.number(u"maxLength"_s, parameter.maxLength, 1, 4000);
    parameter.maxItems = fields.number(u"maxItems"_s, parameter.maxItems, 1, 1000);
    fields.finish();
    if (!parameter.name.isEmpty() && !form.match(parameter.name).hasMatch())
        problem(entry, u"has an unusable name: a letter, then letters, digits or '_'"_s);
    if (parameter.name == "subject"_L1 || parameter.name == "target"_L1)
        problem(entry, u"is named '%1', which always means the request's own"_s.arg(parameter.name));
    const QRegularExpression pattern(parameter.pattern);
    if (!pattern.isValid())
        problem(entry, u"has a pattern that cannot be read: %1"_s.arg(pattern.errorString()));
    const bool isText = parameter.type == ParameterType::Text || parameter.type == ParameterType::List;
    if (!isText && (!parameter.choices.isEmpty() || !parameter.pattern.isEmpty()))
        problem(entry, u"has choices or a pattern, which only text and list can have"_s);
    return parameter;
}

Approval CatalogueReader::readApproval(const QString &entry, const QJsonValue &value)
{
    FieldReader fields(m_source, entry, value, m_problems);
    Approval approval;
    approval.provider = Provider(fields.choice(u"provider"_s, { u"builtin"_s, u"external"_s }));
    approval.approvers = fields.texts(u"approvers"_s);
    approval.rule = Rule(fields.choice(u"rule"_s, { u"any"_s, u"all"_s }));
    approval.selfApproval = fields.flag(u"selfApproval"_s, false);
    approval.expiresAfter = fields.duration(u"expiresAfter"_s);
    approval.remindAfter = fields.duration(u"remindAfter"_s);
    fields.finish();
    if (approval.provider == Provider::BuiltIn && approval.approvers.isEmpty())
        problem(entry, u"is builtin and has no approvers, so nobody could ever decide"_s);
    return approval;
}

void CatalogueReader::checkTarget(const QString &entry, const Target &target)
{
    if (const auto reason = nameProblem(target.key.value()); reason && !target.key.value().isEmpty())
        problem(entry, u"has an unusable key (%1)"_s.arg(*reason));
    if (m_catalogue->m_targetAt.contains(target.key))
        problem(entry, u"has a key that stands there before"_s);
    if (!m_catalogue->m_partitionAt.contains(target.partition) && !target.partition.value().isEmpty()) {
        QStringList known;
        for (const Partition &partition : m_catalogue->m_partitions)
            known.append(partition.key.value());
        const QString wanted = target.partition.value();
        problem(entry, u"names the unknown partition '%1'%2"_s.arg(wanted, didYouMean(wanted, known)));
    }
    if (const QString reason = templateProblem(target.path); !reason.isEmpty())
        problem(entry, u"path "_s + reason);
    if (depthOf(target.entry) > deepestEntry)
        problem(entry, u"'entry' is nested deeper than %1 levels"_s.arg(deepestEntry));
    checkParameters(entry, target);
}

void CatalogueReader::checkParameters(const QString &entry, const Target &target)
{
    QStringList known { u"subject"_s, u"target"_s };
    for (const Parameter &parameter : target.parameters) {
        if (known.contains(parameter.name))
            problem(entry, u"has the parameter '%1' twice"_s.arg(parameter.name));
        known.append(parameter.name);
    }
    const QStringList used = placeholdersOf(target.entry);
    for (const QString &name : used) {
        if (!known.contains(name))
            problem(entry, u"'entry' uses {%1}, which is no parameter%2"_s.arg(name, didYouMean(name, known)));
    }
    for (const Parameter &parameter : target.parameters) {
        // Somebody would fill it in, have it approved, and see no effect.
        if (!used.contains(parameter.name))
            problem(entry, u"has the parameter '%1', which 'entry' does not use"_s.arg(parameter.name));
    }
}

void CatalogueReader::checkSharing()
{
    const QList<Target> &targets = m_catalogue->m_targets;
    for (qsizetype i = 0; i < targets.size(); ++i) {
        for (qsizetype k = 0; k < i; ++k) {
            if (targets[i].partition == targets[k].partition && couldShareFile(targets[i], targets[k])) {
                problem(u"targets[%1] '%2'"_s.arg(i).arg(targets[i].key.value()),
                        u"path could name the same file as target '%1'; put {target} into it as a component of its own"_s.arg(
                            targets[k].key.value()));
                break;
            }
        }
    }
}

Catalogue::Parsed CatalogueReader::result() const
{
    if (!m_problems.isEmpty())
        return m_problems;
    return std::shared_ptr<const Catalogue>(m_catalogue);
}

} // namespace slipway::catalogue
