// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/adoption.h"

#include "service/operations/auditlog.h"
#include "service/workflow/text.h"
#include "shared/catalogue/rendering.h"
#include "sql/operations.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QUuid>

#include <algorithm>

namespace slipway::operations {

using namespace Qt::StringLiterals;
using database::Transaction;
using workflow::Status;

namespace {

/// Files read, and bindings written, at once.
constexpr size_t filesAtOnce = 200;

QByteArray canonical(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

/// The same for a repeated run, until somebody else's attempt owned the binding in between.
workflow::FoundBinding foundBinding(const FoundFile &file, const QString &commit,
                                    const std::optional<workflow::ReplacedBinding> &replaced)
{
    const WrittenBinding &written = *file.binding;
    const QByteArray parameters = canonical(written.parameters);
    const QByteArray seed = "adopt\n" + written.subject.value().toUtf8() + '\n' + written.target->key.value().toUtf8() + '\n'
        + (replaced ? replaced->operation.value().toUtf8() : QByteArray()) + '\n' + parameters + '\n'
        + (written.expiresAt ? toIso(*written.expiresAt).toUtf8() : QByteArray());
    const QString hash = QString::fromLatin1(QCryptographicHash::hash(seed, QCryptographicHash::Sha256).toHex());
    return { .operation = OperationId(u"adp-"_s + hash.left(32)),
             .fingerprint = hash,
             .subject = written.subject,
             .target = written.target->key,
             .parameters = QString::fromUtf8(parameters),
             .expiresAt = written.expiresAt,
             .reason = u"Found in the repository at %1 as %2."_s.arg(commit, file.path) };
}

} // namespace

struct Adoption::Standing {
    workflow::ReplacedBinding owner;
    bool isInForce;
    QJsonObject parameters;
    std::optional<Instant> expiresAt;

    static Standing read(const database::Row &row)
    {
        const auto status = workflow::statusNamed(workflow::view(row.bytes("status")));
        if (!status)
            throw Error(Code::InternalError, u"a binding has a status this version does not know"_s);
        return { { row.id<OperationId>("operation_id"), *status, row.number("version") },
                 !row.isNull("effective_operation_id"),
                 row.json("effective_params"),
                 row.maybeInstant("effective_expires_at") };
    }
};

bool AdoptionReport::hasTrouble() const { return std::ranges::any_of(remarks, &AdoptionRemark::isTrouble); }

Adoption::Adoption(const Services &services, database::Connection &connection, PartitionKey partition, QString actor)
    : m_services(services)
    , m_connection(connection)
    , m_catalogue(services.targets())
    , m_actor(std::move(actor))
    , m_run(QUuid::createUuid().toString(QUuid::Id128).left(24))
{
    m_partition = m_catalogue ? m_catalogue->partition(partition) : nullptr;
    if (!m_partition)
        throw Error(Code::NotFound, u"the catalogue has no partition '%1'"_s.arg(partition.value()));
    m_report.partition = std::move(partition);
    m_report.project = { m_partition->project, m_partition->branch };
}

AdoptionReport Adoption::plan()
{
    m_candidates.clear();
    m_seen.clear();
    m_report.remarks.clear();
    m_report.inForce = m_report.adopted = 0;
    forge::Forge &forge = *m_services.forge;
    readActiveBatch();
    m_report.commit = forge.fetchTarget(m_report.project);
    const auto files = forge.listFiles(m_report.project, m_report.commit, m_partition->pathPrefix);
    m_report.files = qsizetype(files.size());
    for (size_t first = 0; first < files.size(); first += filesAtOnce)
        examine({ files.begin() + qsizetype(first), files.begin() + qsizetype(std::min(files.size(), first + filesAtOnce)) });
    noteMissing();
    m_report.adopted = qsizetype(m_candidates.size());
    return m_report;
}

AdoptionReport Adoption::run()
{
    plan();
    m_report.isPlan = false;
    m_report.adopted = 0;
    if (m_report.blockedBy)
        return m_report;
    if (!m_candidates.empty()) {
        audit(u"begun"_s, u"STARTED"_s);
        adoptAll();
        audit(u"ended"_s, u"DONE"_s);
    }
    return m_report;
}

void Adoption::readActiveBatch()
{
    m_active.clear();
    m_report.blockedBy.reset();
    m_connection.run(sql::operations::active_members, { { "partition", m_report.partition.value() } },
                     [&](const database::Row &row) {
                         m_active.insert({ row.text("subject_id"), row.text("target_key") }, row.number("id"));
                     });
}

void Adoption::examine(const std::vector<forge::ListedFile> &files)
{
    QStringList readable;
    std::vector<FoundFile> found;
    for (const forge::ListedFile &file : files) {
        if (!file.isPlain)
            found.push_back(FoundFile::unreadable(*m_catalogue, *m_partition, file.path, u"NOT_A_FILE"_s,
                                                  u"it is a symbolic link or a submodule"_s));
        else if (file.size > FoundFile::largest)
            found.push_back(FoundFile::unreadable(*m_catalogue, *m_partition, file.path, u"TOO_LARGE"_s,
                                                  u"no binding is as large as %1 bytes"_s.arg(file.size)));
        else
            readable.append(file.path);
    }
    const auto contents = m_services.forge->readFiles(m_report.project, m_report.commit, readable);
    for (const QString &path : std::as_const(readable))
        found.push_back(FoundFile::judge(*m_catalogue, *m_partition, path, contents.value(path)));
    const auto standing = standingOf(found);
    for (const FoundFile &file : found)
        judge(file, contents.value(file.path), standing);
}

QHash<Adoption::Pair, Adoption::Standing> Adoption::standingOf(const std::vector<FoundFile> &files)
{
    QSet<QString> subjects;
    for (const FoundFile &file : files) {
        if (file.binding)
            subjects.insert(file.binding->subject.value());
    }
    QHash<Pair, Standing> standing;
    if (subjects.isEmpty())
        return standing;
    QVariantList list;
    for (const QString &subject : std::as_const(subjects))
        list.append(subject);
    m_connection.run(sql::operations::bindings_of_subjects, { { "subjects", list } }, [&](const database::Row &row) {
        standing.insert({ row.text("subject_id"), row.text("target_key") }, Standing::read(row));
    });
    return standing;
}

void Adoption::judge(const FoundFile &file, const QByteArray &bytes, const QHash<Pair, Standing> &standing)
{
    if (file.problem) {
        remark(file, file.problem->code, file.problem->text, !file.problem->isForeign);
        return;
    }
    const Pair pair { file.binding->subject.value(), file.binding->target->key.value() };
    m_seen.insert(pair);
    if (const auto batch = m_active.constFind(pair); batch != m_active.constEnd()) {
        m_report.blockedBy = BatchId(*batch);
        remark(file, u"IN_BATCH"_s, u"batch %1 is changing it now"_s.arg(*batch));
        return;
    }
    const auto row = standing.constFind(pair);
    if (row == standing.constEnd())
        takeUp(file, std::nullopt);
    else
        judgeStanding(file, bytes, *row);
}

void Adoption::judgeStanding(const FoundFile &file, const QByteArray &bytes, const Standing &standing)
{
    const Status status = standing.owner.status;
    const bool isOver = workflow::isReappliable(status) || status == Status::Validated;
    const auto ours = standing.isInForce
        ? catalogue::render(*file.binding->target, file.binding->subject, workflow::RequestKind::Bind, standing.parameters,
                            standing.expiresAt)
        : std::nullopt;
    if (standing.isInForce && ours == bytes) {
        ++m_report.inForce;
    } else if (!isOver) {
        remark(file, u"UNDER_WAY"_s, u"request %1 is under way for it"_s.arg(standing.owner.operation.value()));
    } else if (standing.isInForce) {
        remark(file, u"CHANGED_BY_HAND"_s, u"it is not what Slipway wrote or took over there"_s);
    } else if (status == Status::Validated) {
        remark(file, u"REMOVED_BEFORE"_s, u"Slipway removed it, and it stands there again"_s);
    } else {
        takeUp(file, standing.owner);
    }
}

void Adoption::takeUp(const FoundFile &file, const std::optional<workflow::ReplacedBinding> &replaced)
{
    m_candidates.push_back({ file.path, foundBinding(file, m_report.commit.value(), replaced), replaced });
}

void Adoption::remark(const FoundFile &file, const QString &code, const QString &text, bool isTrouble)
{
    m_report.remarks.push_back({ file.path, file.binding ? file.binding->subject.value() : QString(),
                                 file.binding ? file.binding->target->key.value() : QString(), code, text, isTrouble });
}

void Adoption::noteMissing()
{
    qint64 after = 0;
    int rows = 0;
    do {
        rows = m_connection.run(sql::operations::in_force_page,
                                { { "after", after },
                                  { "partition", m_report.partition.value() },
                                  { "limit", qint64(filesAtOnce) } },
                                [&](const database::Row &row) {
                                    after = row.number("id");
                                    const Pair pair { row.text("subject_id"), row.text("target_key") };
                                    if (!m_seen.contains(pair) && !m_active.contains(pair))
                                        m_report.remarks.push_back({ {},
                                                                     pair.first,
                                                                     pair.second,
                                                                     u"MISSING"_s,
                                                                     u"it is in force by Slipway's record, but has no file"_s,
                                                                     true });
                                });
    } while (rows == int(filesAtOnce));
}

void Adoption::adoptAll()
{
    std::vector<Candidate> fresh;
    const auto oneByOne = [&](const std::vector<Candidate> &candidates) {
        for (const Candidate &each : candidates) {
            if (adoptOne(each))
                ++m_report.adopted;
            else
                m_report.remarks.push_back({ each.path, each.binding.subject.value(), each.binding.target.value(),
                                             u"OVERTAKEN"_s, u"somebody asked for it meanwhile"_s, true });
        }
    };
    const auto flush = [&] {
        if (!fresh.empty() && adoptTogether(fresh))
            m_report.adopted += qsizetype(fresh.size());
        else
            oneByOne(fresh);
        fresh.clear();
    };
    for (const Candidate &each : m_candidates) {
        if (each.replaced)
            oneByOne({ each });
        else
            fresh.push_back(each);
        if (fresh.size() == filesAtOnce)
            flush();
    }
    flush();
}

bool Adoption::adoptTogether(const std::vector<Candidate> &candidates)
{
    std::vector<workflow::FoundBinding> found;
    for (const Candidate &each : candidates)
        found.push_back(each.binding);
    const workflow::Adopter adopter(m_services.instance, { m_report.partition, m_report.commit.value(), m_actor });
    return database::inTransaction(
        m_connection, "adopt",
        [&](Transaction &transaction) {
            if (candidates.size() == 1 && candidates.front().replaced
                    ? adopter.adopt(transaction, found.front(), *candidates.front().replaced)
                    : adopter.adopt(transaction, found))
                return true;
            transaction.rollback();
            return false;
        },
        [&](database::Connection &again) -> std::optional<bool> {
            // The commit's answer was lost; all of them stand there or none.
            const int rows = again.run(sql::operations::adopted_operation, { { "operation", found.front().operation.value() } },
                                       [](const database::Row &) {});
            return rows > 0 ? std::optional(true) : std::nullopt;
        });
}

bool Adoption::adoptOne(const Candidate &candidate) { return adoptTogether({ candidate }); }

void Adoption::audit(const QString &moment, const QString &outcome)
{
    database::inTransaction(m_connection, "adopt.audit", [&](Transaction &transaction) {
        (void)AuditLog(m_services.instance)
            .append(transaction,
                    { .eventId = u"adopt:%1:%2"_s.arg(m_run, moment),
                      .actor = m_actor,
                      .action = u"ADOPT"_s,
                      .subjectKind = u"partition"_s,
                      .subjectRef = m_report.partition.value(),
                      .outcome = outcome,
                      .reason = u"%1 of %2 files at %3"_s.arg(moment == "ended"_L1 ? m_report.adopted : m_candidates.size())
                                    .arg(m_report.files)
                                    .arg(m_report.commit.value()),
                      .parameters = {},
                      .traceId = {} });
    });
}

} // namespace slipway::operations
