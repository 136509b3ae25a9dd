// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QColor>
#include <QList>
#include <QString>
#include <QUrl>

class QSettings;

namespace slipway::console {

/// One service to look at, and how. Holds no secret: that is in the system's keychain, or asked for.
struct Profile {
    enum class Stage : quint8 { Development, Test, Production };
    /// How the service is told who is there: a token, or on development machines the bare name.
    enum class Proof : quint8 { BearerToken, DevelopmentName };

    QString name;
    Stage stage = Stage::Development;
    QUrl url;
    Proof proof = Proof::BearerToken;
    QString account; ///< For the development name only; who is shown is whom the service names.
    QString caFile; ///< PEM of a company's own authority; empty: the system's.
    bool isReadOnly = false;

    /// What a new profile of that stage begins with: production is looked at, until somebody decides otherwise.
    static Profile fresh(Stage stage);
    /// Of the strip at the window's edge. Never the only sign: the word stands beside it.
    static QColor colourOf(Stage stage);
    static QString wordFor(Stage stage);

    static QList<Profile> all(QSettings &settings);
    static void save(QSettings &settings, const QList<Profile> &profiles);

    friend bool operator==(const Profile &, const Profile &) = default;
};

} // namespace slipway::console
