// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/request.h"
#include "shared/error.h"
#include "shared/instant.h"

#include <QStringList>

#include <optional>

namespace slipway {

/// The query of a list, read strictly: a parameter nobody asked for, a repeated one, a wrong value are all named at once, the unknown
/// one with the name it probably meant. For one request.
class PageQuery {
public:
    /// \a known are all parameters of the route besides cursor and limit; \a usual is the length of a page when none is asked for.
    PageQuery(const Request &request, const QStringList &known, int usual = 50);

    std::optional<QString> text(const QString &name, int longest = 512);
    std::optional<QString> oneOf(const QString &name, const QStringList &choices);
    std::optional<qint64> number(const QString &name, qint64 smallest, qint64 largest);
    std::optional<Instant> instant(const QString &name);
    int limit() const { return m_limit; }
    /// The parts the last page ended with; nothing on the first page. \a list keeps the cursors of different lists apart.
    std::optional<QStringList> cursor(const QString &list, int parts);
    /// The cursor of a list that goes by a time and, among those of one time, by an id: {the time as SQL has it, the id}.
    std::optional<QStringList> cursorByTime(const QString &list);
    /// The cursor of a list that goes backwards by a number: the largest there is on the first page.
    qint64 cursorByNumber(const QString &list);

    void refuse(const QString &name, const QString &reason) { m_problems.append({ name, reason }); }
    /// Throws Error(InvalidRequest) that names everything that is wrong.
    void finish() const;

    /// The reverse of cursor(). Opaque to clients.
    static QString cursorAfter(const QString &list, const QStringList &parts);

private:
    const Request &m_request;
    QList<FieldProblem> m_problems;
    int m_limit;
};

} // namespace slipway
