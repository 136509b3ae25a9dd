// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/catalogue/catalogue.h"

namespace slipway::catalogue {

/// Takes typed fields out of one JSON object of the catalogue and collects what is wrong with them; finish() also names
/// fields nobody asked for. Lives for one object.
class FieldReader {
public:
    FieldReader(QString source, QString entry, QJsonValue value, QList<Problem> &problems);

    QString text(const QString &name, bool required = false);
    int number(const QString &name, int fallback, int minimum, int maximum);
    bool flag(const QString &name, bool fallback);
    QStringList texts(const QString &name);
    QJsonValue value(const QString &name);
    /// A plain text is the English one; an object has one text a language.
    QMap<QString, QString> languages(const QString &name);
    /// "90d", "12h", "30m", "45s".
    std::optional<std::chrono::seconds> duration(const QString &name);
    /// The place of the text among \a words; 0 when it is missing or none of them (then it is a problem).
    int choice(const QString &name, const QStringList &words, bool required = false);

    void problem(const QString &reason);
    void finish();

private:
    QString m_source;
    QString m_entry;
    QJsonObject m_object;
    QStringList m_known;
    QList<Problem> &m_problems;
};

} // namespace slipway::catalogue
