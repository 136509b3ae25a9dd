// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/services.h"
#include "service/http/routes.h"
#include "service/operations/operationshandlers.h"
#include "shared/errorcode.h"
#include "shared/recovery/action.h"
#include "shared/workflow/flow.h"
#include "shared/workflow/state.h"
#include "tests/support/apischema.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using slipway::support::ApiSchema;

namespace {

QString text(std::string_view name) { return QString::fromUtf8(name.data(), qsizetype(name.size())); }

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

QStringList texts(const QJsonValue &array)
{
    QStringList all;
    for (const QJsonValue &each : array.toArray())
        all.append(each.toString());
    return sorted(all);
}

template <size_t N>
QStringList texts(const std::array<std::string_view, N> &names)
{
    QStringList all;
    for (const std::string_view name : names)
        all.append(text(name));
    return sorted(all);
}

QString methodOf(const http::Route &route) { return QString::fromLatin1(httpserver::nameOf(route.method)).toLower(); }

} // namespace

/// The published description says what the program does: the same routes with the same policy, the same words.
class OpenApiTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void itIsOne()
    {
        QCOMPARE(m_api.document()["openapi"_L1], u"3.1.0"_s);
        QCOMPARE(m_api.danglingReferences(), QStringList());
    }

    void everyRouteIsDescribedAndNothingElse()
    {
        QStringList served;
        for (const http::Route &route : http::serviceRoutes())
            served.append(methodOf(route) + u' ' + QString::fromLatin1(route.path));
        QStringList described;
        const QJsonObject paths = m_api.document()["paths"_L1].toObject();
        for (auto path = paths.begin(); path != paths.end(); ++path) {
            for (const QString &method : path->toObject().keys())
                described.append(method + u' ' + path.key());
        }
        QCOMPARE(sorted(described), sorted(served));
    }

    void eachRouteSaysWhoMayAndWhatItTakes()
    {
        for (const http::Route &route : http::serviceRoutes()) {
            const QJsonObject operation = described(route);
            const QString name = methodOf(route) + u' ' + QString::fromLatin1(route.path);
            QVERIFY2(scopesOf(operation) == scopesOf(route), qPrintable(name));
            QVERIFY2(operation.contains("requestBody"_L1) == (route.body != http::Body::None), qPrintable(name));
            const QJsonObject responses = operation["responses"_L1].toObject();
            QVERIFY2(responses.contains("429"_L1) == route.limit.has_value(), qPrintable(name));
            QVERIFY2(responses.contains("401"_L1) == (route.admission != http::Admission::Public), qPrintable(name));
            const bool mayBeDenied = route.admission == http::Admission::Permission
                || (http::check::isUnsafe(route.method) && route.admission != http::Admission::Proof);
            QVERIFY2(responses.contains("403"_L1) == mayBeDenied, qPrintable(name));
        }
    }

    void placeholdersAreParameters()
    {
        static const QRegularExpression placeholder(u"\\{(\\w+)\\}"_s);
        for (const http::Route &route : http::serviceRoutes()) {
            QStringList named;
            for (const QJsonValue &parameter : described(route)["parameters"_L1].toArray()) {
                const QJsonObject whole = m_api.resolved(parameter.toObject());
                if (whole["in"_L1] == "path"_L1)
                    named.append(whole["name"_L1].toString());
            }
            QStringList wanted;
            for (auto it = placeholder.globalMatch(QString::fromLatin1(route.path)); it.hasNext();)
                wanted.append(it.next().captured(1));
            QCOMPARE(named, wanted);
        }
    }

    void theWordsAreThoseOfTheProgram()
    {
        const QJsonObject schemas = m_api.document()["components"_L1]["schemas"_L1].toObject();
        QStringList codes;
        for (const CodeRow &row : codeTable)
            codes.append(text(row.name));
        QCOMPARE(texts(schemas["Code"_L1]["enum"_L1]), sorted(codes));
        QCOMPARE(texts(schemas["BindingStatus"_L1]["enum"_L1]), texts(workflow::statusNames));
        QCOMPARE(texts(schemas["Kind"_L1]["enum"_L1]), texts(workflow::kindNames));
        QCOMPARE(texts(schemas["Flow"_L1]["enum"_L1]), texts(workflow::flowNames));
        QStringList actions;
        for (const recovery::ActionRow &row : recovery::actionTable)
            actions.append(text(row.name));
        QCOMPARE(texts(schemas["ActionName"_L1]["enum"_L1]), sorted(actions));
    }

private:
    QJsonObject described(const http::Route &route) const
    {
        return m_api.document()["paths"_L1][QString::fromLatin1(route.path)][methodOf(route)].toObject();
    }

    static QStringList scopesOf(const QJsonObject &operation)
    {
        QStringList all;
        for (const QJsonValue &each : operation["security"_L1].toArray()) {
            const QJsonObject scheme = each.toObject();
            for (auto it = scheme.begin(); it != scheme.end(); ++it)
                all.append(it.key() + u':' + texts(it.value()).join(u','));
        }
        return all;
    }

    static QStringList scopesOf(const http::Route &route)
    {
        switch (route.admission) {
        case http::Admission::Identity: return { u"identity:"_s };
        case http::Admission::Permission: return { u"identity:"_s + text(nameOf(*route.anyOf[0])) };
        case http::Admission::Proof: return { route.proof == http::Proof::Forge ? u"gitlabToken:"_s : u"signature:"_s };
        case http::Admission::Public:
        case http::Admission::Unset: break;
        }
        return {};
    }

    static QJsonObject published()
    {
        Services none;
        return operations::openApi(none, Request()).data.toObject();
    }

    ApiSchema m_api { published() };
};

QTEST_APPLESS_MAIN(OpenApiTest)
#include "tst_openapi.moc"
