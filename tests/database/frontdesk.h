// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/bootsettings.h"
#include "service/configuration/hotconfig.h"
#include "service/contract/backlog.h"
#include "service/contract/reply.h"
#include "service/contract/request.h"
#include "service/contract/services.h"
#include "service/database/connection.h"
#include "shared/catalogue/catalogue.h"
#include "shared/clock.h"
#include "shared/workflow/event.h"

#include <atomic>

namespace slipway {

/// The services a handler needs, put together by hand over one schema: real database, real catalogue, fixed
/// configuration. Handlers may be called from several threads; everything else is for the test's own thread.
class FrontDesk {
public:
    explicit FrontDesk(database::Settings settings);

    Services services;
    database::Settings settings;
    configuration::BootSettings boot;
    SystemClock clock;
    Backlog backlog;
    std::atomic<int> bells { 0 }; ///< How often the engine was woken.
    std::atomic<bool> isDraining { false };

    using Values = std::initializer_list<std::pair<const char *, const char *>>;
    /// Replaces the configuration; the two flow switches are on unless said otherwise.
    void configure(Values values);
    void takeCatalogueAway() { m_catalogue.reset(); }

    /// Calls a handler as the HTTP pipeline would. An Error becomes a Reply with its code and data.
    struct Call {
        QString account = QStringLiteral("alice");
        QJsonObject body = {};
        QByteArray query = {};
        QStringList arguments = {};
        QList<httpserver::Header> headers = {};
        bool mayReadAll = false;
        Language language = Language::English;
    };
    Reply call(Reply (*handler)(Services &, const Request &), const Call &call);

    /// Moves an operation along, as the stages would.
    void drive(const QString &operation, std::initializer_list<workflow::Event> events);

    database::Connection &connection() { return database::Connection::forThisThread(settings); }
    /// The first column "n" of a statement's only row.
    qint64 count(const char *text, const database::Bindings &bindings = {});
    void run(const char *text, const database::Bindings &bindings = {});

private:
    std::shared_ptr<const catalogue::Catalogue> m_catalogue;
    std::unique_ptr<configuration::HotConfig> m_config;
};

/// A code as the envelope shows it.
QString nameOf(Code code);
/// "field=reason …" of a refusal.
QString fieldsOf(const Reply &reply);

} // namespace slipway
