// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/auditchain.h"

#include "sql/audit.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr int rowsPerPage = 1000;
constexpr qsizetype mostProblems = 100;

struct Link {
    qint64 seq;
    QString event;
    QString previous;
    QString hash;
    QString computed;

    static Link read(const database::Row &row)
    {
        return { row.number("seq"), row.text("event_id"), row.text("prev_hash"), row.text("hash"), row.text("computed") };
    }
};

struct Number {
    qint64 value;
    static Number read(const database::Row &row) { return { row.number("n") }; }
};

struct End {
    AuditAnchor anchor;
    static End read(const database::Row &row) { return { { row.number("seq"), row.text("hash") } }; }
};

class Walk {
public:
    Walk(ChainReport &report, const QList<AuditAnchor> &anchors)
        : m_report(report)
    {
        for (const AuditAnchor &anchor : anchors)
            m_anchors.insert(anchor.seq, anchor.hash);
    }

    void step(const Link &link)
    {
        const AuditAnchor before = m_report.end.value_or(AuditAnchor { 0, u"0"_s.repeated(64) });
        if (link.seq != before.seq + 1)
            complain(u"rows %1 to %2 are missing"_s.arg(before.seq + 1).arg(link.seq - 1));
        else if (link.previous != before.hash)
            complain(u"row %1 (%2) does not follow the one before it"_s.arg(link.seq).arg(link.event));
        if (link.hash != link.computed)
            complain(u"row %1 (%2) was changed after it was sealed"_s.arg(link.seq).arg(link.event));
        if (const auto anchor = m_anchors.constFind(link.seq); anchor != m_anchors.constEnd() && *anchor != link.hash)
            complain(
                u"row %1 (%2) is not the one that was seen before: the chain was made anew from some point on"_s.arg(link.seq)
                    .arg(link.event));
        m_report.end = AuditAnchor { link.seq, link.hash };
        ++m_report.rows;
    }

    void finish()
    {
        qint64 seen = 0;
        for (auto anchor = m_anchors.constBegin(); anchor != m_anchors.constEnd(); ++anchor)
            seen = std::max(seen, anchor.key());
        const qint64 end = m_report.end ? m_report.end->seq : 0;
        if (end < seen)
            complain(u"the chain ends at row %1, but row %2 was seen before: its end was cut off"_s.arg(end).arg(seen));
    }

private:
    void complain(const QString &problem)
    {
        if (m_report.problems.size() < mostProblems)
            m_report.problems.append(problem);
        else if (m_report.problems.size() == mostProblems)
            m_report.problems.append(u"there are more; these are the first"_s);
    }

    ChainReport &m_report;
    QHash<qint64, QString> m_anchors;
};

} // namespace

ChainReport verifyChain(database::Connection &connection, const QList<AuditAnchor> &anchors)
{
    ChainReport report;
    Walk walk(report, anchors);
    for (;;) {
        const qint64 after = report.end ? report.end->seq : 0;
        const auto page = connection.select<Link>(sql::audit::chain_page, { { "after", after }, { "limit", rowsPerPage } });
        for (const Link &link : page)
            walk.step(link);
        if (page.size() < size_t(rowsPerPage))
            break;
    }
    walk.finish();
    report.unsealed = connection.selectOne<Number>(sql::audit::count_unsealed)->value;
    return report;
}

std::optional<AuditAnchor> endOfChain(database::Connection &connection)
{
    const auto end = connection.selectOne<End>(sql::audit::look_at_end);
    return end ? std::optional(end->anchor) : std::nullopt;
}

} // namespace slipway::operations
