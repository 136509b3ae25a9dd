// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QStringList>

namespace slipway::support {

/// The interface description as a judge of values: the parts of JSON Schema that it uses, stricter than the standard in one thing: a
/// field it does not name is a complaint, because whoever reads it would not know of that field.
class ApiSchema {
public:
    explicit ApiSchema(QJsonObject document);

    const QJsonObject &document() const { return m_document; }
    /// What is wrong with \a value as the answer of that operation with that status; empty is good. \a path as in the document.
    QStringList problemsOfAnswer(const QString &method, const QString &path, int status, const QJsonValue &value) const;
    /// Against a schema of the document.
    QStringList problems(const QJsonValue &value, const QJsonObject &schema, const QString &where) const;
    /// What a reference stands for; the object itself where it is none.
    QJsonObject resolved(const QJsonObject &object) const;
    /// References that lead nowhere.
    QStringList danglingReferences() const;

private:
    void collect(const QJsonValue &value, QStringList &dangling) const;
    QStringList problemsOfObject(const QJsonObject &value, const QJsonObject &schema, const QString &where) const;

    QJsonObject m_document;
};

} // namespace slipway::support
