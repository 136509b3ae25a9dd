// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/journey.h"

#include <QJsonArray>
#include <QTemporaryDir>

namespace slipway::support {

/// What maintainers do through /ops/v1, in the words of a test. Olga and Bob are maintainers. Throws std::runtime_error when an answer
/// is not what its function says. Main thread only.
class Maintainers {
public:
    Maintainers();

    /// For the journey's boot settings: who the two maintainers are.
    QMap<QString, QString> boot() const;
    void work(Journey &journey) { m_journey = &journey; }

    QJsonObject get(const QString &path);
    /// The status code of a GET.
    int statusOf(const QString &path);

    /// {planHash, items: […]}
    QJsonObject preview(const QString &action, const QString &type, const QString &id, const QJsonObject &parameters = {},
                        const QString &who = QStringLiteral("olga"));
    /// Previews and executes; the one item's result, with the action's id and state beside it.
    QJsonObject act(const QString &action, const QString &type, const QString &id, const QJsonObject &parameters = {},
                    const QString &who = QStringLiteral("olga"));
    /// "REFUSED SAME_PERSON": outcome and code of the preview's one item.
    QString wouldCome(const QString &action, const QString &type, const QString &id, const QJsonObject &parameters = {},
                      const QString &who = QStringLiteral("olga"));
    JsonReply post(const QJsonObject &body, const Headers &headers = {}, const QString &who = QStringLiteral("olga"));

    QJsonObject operation(const QString &id) { return get(QStringLiteral("/ops/v1/operations/") + id); }
    QJsonObject batch(qint64 id) { return get(QStringLiteral("/ops/v1/batches/%1").arg(id)); }
    static QString codeOf(const QJsonObject &page);
    /// Its diagnosis once it is \a code.
    QJsonObject awaitDiagnosis(const QString &operation, const QString &code);
    /// Once the batch stands so.
    QJsonObject awaitBatch(qint64 id, const QString &status);
    /// The actions its diagnosis advises, or blocks.
    static QStringList advised(const QJsonObject &page);
    static QStringList blocked(const QJsonObject &page);

    /// Straight into the service's database, to bring about what only bad luck would.
    int sql(const char *text);

private:
    QTemporaryDir m_folder;
    Journey *m_journey = nullptr;
};

} // namespace slipway::support
