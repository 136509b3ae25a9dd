// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/paging.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <QJsonDocument>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

QJsonObject shown(const Hook &hook, Instant now)
{
    QJsonArray headerNames;
    for (auto it = hook.customHeaders.begin(); it != hook.customHeaders.end(); ++it)
        headerNames.append(QJsonObject { { u"key"_s, it.key() } });
    QJsonObject json { { u"id"_s, hook.id },
                       { u"url"_s, hook.url },
                       { u"name"_s, hook.name.isEmpty() ? QJsonValue() : QJsonValue(hook.name) },
                       { u"description"_s, hook.description.isEmpty() ? QJsonValue() : QJsonValue(hook.description) },
                       { u"project_id"_s, hook.projectId },
                       { u"created_at"_s, render::time(hook.createdAt) },
                       { u"enable_ssl_verification"_s, hook.sslVerification },
                       { u"push_events_branch_filter"_s, hook.pushBranchFilter },
                       { u"branch_filter_strategy"_s, hook.branchFilterStrategy },
                       { u"url_variables"_s, QJsonArray() },
                       { u"custom_headers"_s, headerNames },
                       { u"alert_status"_s, hook.alertStatus(now) },
                       { u"disabled_until"_s,
                         hook.disabledUntil ? QJsonValue(render::time(*hook.disabledUntil)) : QJsonValue() } };
    for (const QString &trigger : Webhooks::triggers())
        json.insert(trigger, hook.events.contains(trigger));
    return json;
}

QJsonObject shownEvent(const Delivery &delivery, const QString &url)
{
    const Delivery::Attempt attempt = delivery.attempts.isEmpty() ? Delivery::Attempt() : delivery.attempts.last();
    QJsonObject headers;
    for (const auto &[name, value] : delivery.headers)
        headers.insert(QString::fromLatin1(name), name == "X-Gitlab-Token" ? u"[REDACTED]"_s : QString::fromUtf8(value));
    return { { u"id"_s, delivery.id },
             { u"url"_s, url },
             { u"trigger"_s, delivery.trigger },
             { u"request_headers"_s, headers },
             { u"request_data"_s, QJsonDocument::fromJson(delivery.body).object() },
             { u"response_headers"_s, QJsonObject() },
             { u"response_body"_s, QString::fromUtf8(attempt.answer) },
             { u"execution_duration"_s, double(attempt.tookMs) / 1000 },
             { u"response_status"_s, attempt.status > 0 ? QString::number(attempt.status) : u"internal error"_s } };
}

ProjectPtr administered(const Call &call)
{
    const ProjectPtr project = call.project();
    call.requireLevel(project, Maintainer);
    return project;
}

HookPtr wanted(const Call &call, const ProjectPtr &project)
{
    const HookPtr hook = call.twin.webhooks.find(project, call.argument(1).toLongLong());
    if (!hook)
        throw Refusal::noRecord();
    return hook;
}

/// Takes what the request says; what it does not say stays. Refuses before anything is changed.
Hook edited(const Call &call, Hook hook)
{
    hook.url = call.parameters.optionalText("url"_L1).value_or(hook.url);
    const QUrl url(hook.url, QUrl::StrictMode);
    if ((url.scheme() != "http"_L1 && url.scheme() != "https"_L1) || url.host().isEmpty())
        throw Refusal::error(422, u"Invalid url given"_s);
    hook.name = call.parameters.optionalText("name"_L1).value_or(hook.name);
    hook.description = call.parameters.optionalText("description"_L1).value_or(hook.description);
    hook.token = call.parameters.optionalText("token"_L1).value_or(hook.token);
    hook.pushBranchFilter = call.parameters.optionalText("push_events_branch_filter"_L1).value_or(hook.pushBranchFilter);
    hook.branchFilterStrategy = call.parameters.optionalText("branch_filter_strategy"_L1).value_or(hook.branchFilterStrategy);
    static const QStringList strategies { u"wildcard"_s, u"regex"_s, u"all_branches"_s };
    if (!strategies.contains(hook.branchFilterStrategy))
        throw Refusal::error(400, u"branch_filter_strategy does not have a valid value"_s);
    if (hook.branchFilterStrategy == "regex"_L1 && !QRegularExpression(hook.pushBranchFilter).isValid())
        throw Refusal::error(422, u"Invalid branch filter given"_s);
    hook.sslVerification = call.parameters.flag("enable_ssl_verification"_L1).value_or(hook.sslVerification);
    for (const QString &trigger : Webhooks::triggers()) {
        const std::optional<bool> on = call.parameters.flag(QLatin1StringView(trigger.toLatin1()));
        if (!on)
            continue;
        hook.events.removeAll(trigger);
        if (*on)
            hook.events.append(trigger);
    }
    const QJsonArray headers = call.parameters.value("custom_headers"_L1).toArray();
    for (const QJsonValue &header : headers)
        hook.customHeaders.insert(header[u"key"_s].toString(), header[u"value"_s].toString());
    return hook;
}

Task<Reply> list(Call &call)
{
    const ProjectPtr project = administered(call);
    const QList<HookPtr> all = call.twin.webhooks.hooksOf(project);
    const Page page = pageOf(call);
    QJsonArray items;
    for (const HookPtr &hook : all.mid(page.first(), page.size))
        items.append(shown(*hook, call.twin.clock.now()));
    co_return pagedReply(call, page, items, all.size());
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = administered(call);
    co_return jsonReply(200, shown(*wanted(call, project), call.twin.clock.now()));
}

Task<Reply> create(Call &call)
{
    const ProjectPtr project = administered(call);
    call.parameters.require({ "url"_L1 });
    Hook fresh;
    fresh.projectId = project->id;
    fresh.events = { u"push_events"_s }; // GitLab's default.
    fresh.createdAt = call.twin.clock.now();
    const auto hook = std::make_shared<Hook>(edited(call, fresh));
    call.twin.world.apply({ u"hook_create"_s, project, nullptr, call.actor(), {}, { { u"url"_s, hook->url } }, {} },
                          [&] { call.twin.webhooks.add(hook); });
    co_return jsonReply(201, shown(*hook, call.twin.clock.now()));
}

Task<Reply> update(Call &call)
{
    const ProjectPtr project = administered(call);
    const HookPtr hook = wanted(call, project);
    const Hook after = edited(call, *hook);
    call.twin.world.apply({ u"hook_update"_s, project, nullptr, call.actor(), {}, { { u"hook"_s, hook->id } }, {} }, [&] {
        *hook = after;
        call.twin.webhooks.changed(hook);
    });
    co_return jsonReply(200, shown(*hook, call.twin.clock.now()));
}

Task<Reply> remove(Call &call)
{
    const ProjectPtr project = administered(call);
    const HookPtr hook = wanted(call, project);
    call.twin.world.apply({ u"hook_delete"_s, project, nullptr, call.actor(), {}, { { u"hook"_s, hook->id } }, {} },
                          [&] { call.twin.webhooks.remove(hook); });
    co_return emptyReply();
}

Task<Reply> test(Call &call)
{
    const ProjectPtr project = administered(call);
    const HookPtr hook = wanted(call, project);
    const QString trigger = call.argument(2);
    if (!Webhooks::triggers().contains(trigger))
        throw Refusal::error(400, u"trigger does not have a valid value"_s);
    const DeliveryPtr delivery = co_await call.twin.webhooks.test(project, hook, trigger);
    if (!delivery)
        throw Refusal::message(422, u"Ensure the project has at least one of what the trigger is about."_s);
    if (delivery->state != "delivered"_L1)
        throw Refusal::message(422, u"Hook execution failed: "_s + delivery->attempts.last().error);
    co_return jsonReply(201, QJsonObject { { u"message"_s, u"201 Created"_s } });
}

QList<DeliveryPtr> eventsOf(const Call &call, const HookPtr &hook)
{
    QList<DeliveryPtr> found;
    for (const DeliveryPtr &delivery : call.twin.deliveries.all()) {
        if (delivery->kind == "webhook"_L1 && delivery->owner == hook->id && !delivery->attempts.isEmpty())
            found.prepend(delivery);
    }
    return found;
}

Task<Reply> events(Call &call)
{
    const ProjectPtr project = administered(call);
    const HookPtr hook = wanted(call, project);
    QString wantedStatus = call.parameters.text("status"_L1);
    const QHash<QString, QString> classes { { u"successful"_s, u"2"_s },
                                            { u"client_failure"_s, u"4"_s },
                                            { u"server_failure"_s, u"5"_s } };
    wantedStatus = classes.value(wantedStatus, wantedStatus);
    QList<DeliveryPtr> all = eventsOf(call, hook);
    all.removeIf([&](const DeliveryPtr &delivery) {
        return !QString::number(delivery->attempts.last().status).startsWith(wantedStatus);
    });
    const Page page = pageOf(call);
    QJsonArray items;
    for (const DeliveryPtr &delivery : all.mid(page.first(), page.size))
        items.append(shownEvent(*delivery, hook->url));
    co_return pagedReply(call, page, items, all.size());
}

Task<Reply> resend(Call &call)
{
    const ProjectPtr project = administered(call);
    const HookPtr hook = wanted(call, project);
    const DeliveryPtr delivery = call.twin.deliveries.find(call.argument(2).toLongLong());
    if (!delivery || delivery->kind != "webhook"_L1 || delivery->owner != hook->id)
        throw Refusal::noRecord();
    const DeliveryPtr again = co_await call.twin.webhooks.resend(delivery);
    co_return jsonReply(201, QJsonObject { { u"response_status"_s, again->attempts.last().status } });
}

} // namespace

QList<Operation> routes::hooks()
{
    const QByteArray all = "/api/v4/projects/{id}/hooks", one = all + "/{hook}";
    return {
        { Method::Get, all, u"hook.list"_s, Need::Read, &list },
        { Method::Post, all, u"hook.create"_s, Need::Write, &create },
        { Method::Get, one, u"hook.get"_s, Need::Read, &get },
        { Method::Put, one, u"hook.update"_s, Need::Write, &update },
        { Method::Delete, one, u"hook.delete"_s, Need::Write, &remove },
        { Method::Post, one + "/test/{trigger}", u"hook.test"_s, Need::Write, &test },
        { Method::Get, one + "/events", u"hook.events"_s, Need::Read, &events },
        { Method::Post, one + "/events/{event}/resend", u"hook.resend"_s, Need::Write, &resend },
    };
}

} // namespace slipway::twin
