// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/foundfile.h"

#include "shared/catalogue/parameters.h"
#include "shared/catalogue/paths.h"
#include "shared/catalogue/rendering.h"
#include "shared/catalogue/textrules.h"

namespace slipway::operations {

using namespace Qt::StringLiterals;
using catalogue::Catalogue;
using catalogue::Format;
using catalogue::Partition;
using catalogue::Target;

namespace {

/// The target whose binding could stand there; null where none could.
const Target *targetAt(const Catalogue &catalogue, const Partition &partition, const QString &path)
{
    if (!path.startsWith(partition.pathPrefix))
        return nullptr;
    const QString below = path.mid(partition.pathPrefix.size());
    for (const Target &target : catalogue.targets()) {
        if (target.partition == partition.key && catalogue::couldStandAt(target, below))
            return &target;
    }
    return nullptr;
}

FoundFile refuse(const QString &path, const QString &code, const QString &text)
{
    return { path, std::nullopt, FileProblem { code, text } };
}

QString wordsOf(const QList<FieldProblem> &problems)
{
    QStringList words;
    for (const FieldProblem &each : problems)
        words.append(u"%1 %2"_s.arg(each.field, each.reason));
    return words.join(u", "_s);
}

/// In \a target's words.
FoundFile judgeEntry(const Catalogue &catalogue, const Target &target, const QString &path, const catalogue::Document &document,
                     const QByteArray &bytes)
{
    if (const QString place = catalogue.pathFor(target, document.subject); place != path)
        return refuse(path, u"OTHER_PATH"_s, u"what it says belongs to %1"_s.arg(place));
    const auto parameters = catalogue::parametersIn(target, document.subject, document.entry);
    if (!parameters)
        return refuse(path, u"OTHER_ENTRY"_s, u"its entry is not what the target's template makes of any parameters"_s);
    if (const auto problems = catalogue::validateParameters(target, *parameters); !problems.isEmpty())
        return refuse(path, u"PARAMETERS_REFUSED"_s, u"the catalogue does not allow its parameters: "_s + wordsOf(problems));
    if (catalogue::render(target, document.subject, workflow::RequestKind::Bind, *parameters, document.expiresAt) != bytes)
        return refuse(path, u"NOT_CANONICAL"_s, u"Slipway would write the same binding in other bytes"_s);
    return { path, WrittenBinding { &target, document.subject, *parameters, document.expiresAt }, std::nullopt };
}

} // namespace

FoundFile FoundFile::unreadable(const Catalogue &catalogue, const Partition &partition, const QString &path,
                                const QString &code, const QString &text)
{
    if (!targetAt(catalogue, partition, path))
        return { path, std::nullopt, FileProblem { u"NO_TARGETS_PATH"_s, u"no target's binding would stand here"_s, true } };
    return refuse(path, code, text);
}

FoundFile FoundFile::judge(const Catalogue &catalogue, const Partition &partition, const QString &path, const QByteArray &bytes)
{
    const bool isYaml = bytes.startsWith(catalogue::managedHead);
    const auto document = catalogue::readBack(bytes, isYaml ? Format::Yaml : Format::Json);
    if (!document)
        return unreadable(catalogue, partition, path, u"NOT_CANONICAL"_s, u"it is not written as Slipway writes"_s);
    if (const auto problem = catalogue::nameProblem(document->subject.value()))
        return refuse(path, u"BAD_SUBJECT"_s, u"its subject cannot be one: %1"_s.arg(*problem));
    const Target *target = catalogue.find(document->target);
    if (!target)
        return refuse(path, u"UNKNOWN_TARGET"_s, u"the catalogue has no target '%1'"_s.arg(document->target.value()));
    if (target->partition != partition.key)
        return refuse(path, u"OTHER_PARTITION"_s,
                      u"target '%1' belongs to the partition '%2'"_s.arg(target->key.value(), target->partition.value()));
    return judgeEntry(catalogue, *target, path, *document, bytes);
}

} // namespace slipway::operations
