// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/catalogue.h"

#include "shared/catalogue/cataloguereader.h"
#include "shared/catalogue/paths.h"
#include "shared/catalogue/strictjson.h"

namespace slipway::catalogue {

using namespace Qt::StringLiterals;

QString textIn(const QMap<QString, QString> &texts, const QString &language)
{
    if (const auto own = texts.find(language); own != texts.end())
        return *own;
    if (const auto english = texts.find(u"en"_s); english != texts.end())
        return *english;
    return texts.isEmpty() ? QString() : texts.first();
}

QString Problem::toString() const
{
    QString place = source;
    if (line > 0)
        place += u":%1"_s.arg(line);
    return entry.isEmpty() ? u"%1: %2"_s.arg(place, reason) : u"%1: %2: %3"_s.arg(place, entry, reason);
}

Catalogue::Parsed Catalogue::parse(const QByteArray &bytes, const QString &sourceName)
{
    CatalogueReader reader(sourceName);
    const auto document = readStrictJson(bytes);
    if (const auto *broken = std::get_if<JsonProblem>(&document))
        reader.problem(broken->path, u"is not JSON we accept (%1)"_s.arg(broken->reason), broken->line);
    else
        reader.read(std::get<QJsonObject>(document));
    return reader.result();
}

const Target *Catalogue::find(const TargetKey &key) const
{
    const auto at = m_targetAt.find(key);
    return at == m_targetAt.end() ? nullptr : &m_targets[*at];
}

const Partition *Catalogue::partition(const PartitionKey &key) const
{
    const auto at = m_partitionAt.find(key);
    return at == m_partitionAt.end() ? nullptr : &m_partitions[*at];
}

QString Catalogue::pathFor(const Target &target, const SubjectId &subject) const
{
    const Partition *home = partition(target.partition);
    return (home ? home->pathPrefix : QString()) + filledPath(target, subject);
}

QList<Problem> placementProblems(const Catalogue &catalogue, const QString &sourceName, const QList<Placement> &bound)
{
    QList<Problem> problems;
    for (const Placement &placement : bound) {
        const QString entry = u"target '%1'"_s.arg(placement.target.value());
        const Target *target = catalogue.find(placement.target);
        if (!target)
            problems.append({ sourceName, 0, entry, u"is bound and must stay; withdraw its grants first"_s });
        else if (target->partition != placement.partition)
            problems.append({ sourceName, 0, entry,
                              u"is bound in partition '%1' and cannot move to '%2'; withdraw its grants first"_s.arg(
                                  placement.partition.value(), target->partition.value()) });
    }
    return problems;
}

} // namespace slipway::catalogue
