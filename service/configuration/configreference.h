// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QStringList>

namespace slipway::configuration {

/// Every key with kind, default, directions and meaning, as a Markdown page. Made from the key table and nothing else.
QString referencePage();
/// The same as JSON Schema 2020-12, one for each stage of keys.
QJsonObject bootSchema();
QJsonObject hotSchema();

/// `slipwayd --check-config`: every problem of a boot file and of the hot file it names, each with file and line; empty
/// when both are sound. A hot file's leanings count as problems here, because who lints wants to know before it
/// matters.
QStringList checkConfig(const QString &bootFile);

} // namespace slipway::configuration
