// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/catalogue/catalogue.h"

namespace slipway::catalogue {

/// Builds a catalogue out of JSON and collects every problem on the way. Lives for one parse.
class CatalogueReader {
public:
    explicit CatalogueReader(QString source);

    void read(const QJsonObject &document);
    /// The catalogue, or all problems.
    Catalogue::Parsed result() const;
    void problem(const QString &entry, const QString &reason, int line = 0);

private:
    void readPartition(const QString &entry, const QJsonValue &value);
    void readTarget(const QString &entry, const QJsonValue &value);
    Parameter readParameter(const QString &entry, const QJsonValue &value);
    Approval readApproval(const QString &entry, const QJsonValue &value);
    void checkTarget(const QString &entry, const Target &target);
    void checkParameters(const QString &entry, const Target &target);
    void checkSharing();

    QString m_source;
    std::shared_ptr<Catalogue> m_catalogue = std::make_shared<Catalogue>();
    QList<Problem> m_problems;
};

} // namespace slipway::catalogue
