// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/bootsettings.h"
#include "shared/config/keytable.h"

namespace slipway::configuration {

/// Takes typed values out of a boot file's raw ones and collects what is wrong with them. Lives for one load.
class BootReader {
public:
    BootReader(QString file, RawValues raw);

    QString text(KeyId key);
    QStringList list(KeyId key);
    int number(KeyId key);
    bool enabled(KeyId key);
    Endpoint endpoint(KeyId key);
    /// Made absolute against the folder of the boot file; empty stays empty.
    QString path(KeyId key);
    /// Whether the file says anything but blanks for it.
    bool isGiven(KeyId key) const;

    /// What the file says for the keys it says something for.
    QMap<QString, QString> given() const;

    void problem(KeyId key, const QString &text);
    void refuseUnknown();
    const QList<BootProblem> &problems() const { return m_problems; }

private:
    const RawValue *rawOf(KeyId key) const;
    QString written(KeyId key);

    QString m_file;
    RawValues m_raw;
    QList<BootProblem> m_problems;
};

} // namespace slipway::configuration
