// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/forge.h"
#include "service/intake/admissibility.h"
#include "service/intake/bindingdecision.h"
#include "service/intake/intakehandlers.h"
#include "service/intake/intakestore.h"
#include "service/intake/items.h"
#include "service/intake/readers.h"
#include "service/workflow/text.h"
#include "shared/catalogue/rendering.h"
#include "shared/clock.h"
#include "sql/intake.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

struct ExpectedHead {
    QString sha;
    static ExpectedHead read(const database::Row &row) { return { row.text("expected_head") }; }
};

/// What one submission would write.
struct Draft {
    Submission submission;
    const catalogue::Target *target = nullptr;
    QString path;
    std::optional<QByteArray> after;
};

QJsonValue textOrNull(const std::optional<QByteArray> &bytes)
{
    return bytes ? QJsonValue(QString::fromUtf8(*bytes)) : QJsonValue();
}

/// Works out a preview for one request and one catalogue. Used once, on a worker.
class Preview {
public:
    Preview(Services &services, Reader reader, std::shared_ptr<const catalogue::Catalogue> catalogue)
        : m_services(services)
        , m_reader(std::move(reader))
        , m_catalogue(std::move(catalogue))
        , m_connection(database::Connection::forThisThread(*services.database))
    {
    }

    void add(const Submission &submission)
    {
        const Allowed allowed = checkAgainst(*m_catalogue, submission, m_services.clock->now());
        Draft draft { submission, m_catalogue->find(submission.target), {}, {} };
        draft.path = m_catalogue->pathFor(*draft.target, submission.subject);
        draft.after =
            catalogue::render(*draft.target, submission.subject, submission.kind, submission.parameters, allowed.expiresAt);
        judge(draft, allowed);
        m_drafts[allowed.partition].push_back(std::move(draft));
    }

    QJsonObject answer()
    {
        for (const auto &[partition, drafts] : m_drafts)
            describe(partition, drafts);
        return { { u"files"_s, m_files }, { u"overlaps"_s, m_overlaps }, { u"warnings"_s, m_warnings } };
    }

private:
    void warn(const Draft &draft, const QString &code)
    {
        m_warnings.append(QJsonObject { { u"subjectId"_s, draft.submission.subject.value() },
                                        { u"targetKey"_s, draft.submission.target.value() },
                                        { u"code"_s, code } });
    }

    void judge(const Draft &draft, const Allowed &allowed)
    {
        if (std::exchange(m_paths[draft.path], true))
            warn(draft, u"same_file_twice"_s);
        const auto binding = findBinding(m_connection, draft.submission.subject, draft.submission.target);
        const Wanted wanted { draft.submission.kind, { allowed.parameters, allowed.expiresAt } };
        switch (decideBinding(binding ? std::optional(binding->standing) : std::nullopt, wanted)) {
        case BindingDecision::AlreadyInForce: warn(draft, u"already_in_force"_s); break;
        case BindingDecision::NothingToUnbind: warn(draft, u"nothing_to_unbind"_s); break;
        case BindingDecision::ActiveRequestExists: overlap(draft, *binding); break;
        case BindingDecision::Insert:
        case BindingDecision::Reset: break;
        }
    }

    void overlap(const Draft &draft, const BindingRow &binding)
    {
        const bool isTheirs = mayRead(m_reader, binding.requester, draft.submission.subject, draft.target);
        m_overlaps.append(QJsonObject {
            { u"subjectId"_s, draft.submission.subject.value() },
            { u"targetKey"_s, draft.submission.target.value() },
            { u"operationId"_s, isTheirs ? QJsonValue(binding.operation.value()) : QJsonValue() },
            { u"bindingStatus"_s,
              isTheirs ? QJsonValue(workflow::text(workflow::nameOf(binding.standing.pair.status))) : QJsonValue() } });
    }

    /// The head we left is in the mirror where this instance built on it; only where it is not, the forge is asked.
    QMap<QString, QByteArray> standing(const catalogue::Partition &partition, const QStringList &paths)
    {
        const forge::Project project { partition.project, partition.branch };
        const auto head =
            m_connection.selectOne<ExpectedHead>(sql::intake::expected_head, { { "partition", partition.key.value() } });
        if (head) {
            try {
                return m_services.forge->readFiles(project, forge::Oid(head->sha), paths);
            } catch (const Error &) {
                // Not in this mirror yet.
            }
        }
        return m_services.forge->readFiles(project, m_services.forge->fetchTarget(project), paths);
    }

    void describe(const PartitionKey &key, const std::vector<Draft> &drafts)
    {
        const catalogue::Partition *partition = m_catalogue->partition(key);
        if (!partition || !m_services.forge)
            throw Error(Code::Unavailable, u"the repository cannot be looked at"_s);
        QStringList paths;
        for (const Draft &draft : drafts)
            paths.append(draft.path);
        const QMap<QString, QByteArray> files = standing(*partition, paths);
        for (const Draft &draft : drafts) {
            const auto found = files.constFind(draft.path);
            const std::optional<QByteArray> before = found == files.constEnd() ? std::nullopt : std::optional(*found);
            m_files.append(QJsonObject {
                { u"path"_s, draft.path }, { u"before"_s, textOrNull(before) }, { u"after"_s, textOrNull(draft.after) } });
            if (before && !catalogue::readBack(*before, draft.target->format))
                warn(draft, u"changed_by_hand"_s);
        }
    }

    Services &m_services;
    const Reader m_reader;
    const std::shared_ptr<const catalogue::Catalogue> m_catalogue;
    database::Connection &m_connection;
    std::map<PartitionKey, std::vector<Draft>> m_drafts;
    QHash<QString, bool> m_paths;
    QJsonArray m_files;
    QJsonArray m_overlaps;
    QJsonArray m_warnings;
};

} // namespace

Reply previewChange(Services &services, const Request &request)
{
    const Reader reader = Reader::of(request);
    const auto catalogue = catalogueOf(services);
    if (!catalogue)
        throw Error(Code::NotOpen, u"there is no valid target catalogue"_s);
    // What the client did wrong is said first, and stays said when something of ours fails afterwards.
    std::vector<Submission> submissions;
    if (request.body.contains("items"_L1)) {
        for (const QJsonValue &item : itemsOf(request)) {
            if (!item.isObject())
                throw fieldError(Code::InvalidRequest, { { u"items"_s, u"wrong_type"_s } });
            submissions.push_back(readSubmission(item.toObject(), {}));
        }
    } else {
        submissions.push_back(readSubmission(request.body, request.http->header("Idempotency-Key")));
    }
    Preview preview(services, reader, catalogue);
    for (const Submission &submission : submissions)
        preview.add(submission);
    Reply reply;
    reply.data = preview.answer();
    return reply;
}

} // namespace slipway::intake
