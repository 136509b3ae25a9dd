// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/stagefiles.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>

#include <functional>

namespace slipway::corpus {

/// A field of a request in which somebody may write anything: the whole request with the text there. None of them is accepted, whatever
/// the text is.
struct Place {
    const char *name;
    std::function<QByteArray(const QString &)> request;
};

/// Every place the service reads text from, as whole requests of the accounts and systems that a stage knows.
class Places {
public:
    /// Signs with the stage's secrets.
    explicit Places(const support::StageFiles &stage)
        : m_stage(stage)
    {
    }

    QList<Place> all() const;

    // What tests of accepted texts need as well.
    QByteArray request(const QByteArray &line, const QByteArray &fields, const QByteArray &body = {}) const;
    QByteArray posted(const QByteArray &path, const QJsonObject &body, const QByteArray &account = "alice") const;
    QJsonObject change(const QString &subject, const QString &note, const QString &reason) const;

private:
    using Maker = std::function<QByteArray(const QString &)>;
    Maker inSubmit(const char *field) const;
    Maker inPath(const QByteArray &path) const;
    Maker inHead(const QByteArray &name) const;
    Maker inCallback(const char *kind, const char *field) const;
    Maker inAction(const char *field) const;

    const support::StageFiles &m_stage;
};

} // namespace slipway::corpus
