// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/bindingdecision.h"
#include "shared/workflow/transitions.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::intake;
using workflow::Pair;
using workflow::RequestKind;
using workflow::Status;
using workflow::Step;

namespace {

const Effective inForce { u"{\"role\":\"reader\"}"_s, std::nullopt };
const Effective other { u"{\"role\":\"writer\"}"_s, std::nullopt };

/// Written down once more on purpose: the set is part of the interface, and a change of the table must be noticed here.
bool mayBeTakenOver(Pair pair)
{
    return pair.status == Status::Rejected || pair.status == Status::Closed || pair.status == Status::Validated
        || (pair.status == Status::Merged && (pair.step == Step::DeployFailed || pair.step == Step::DeployPending));
}

const char *nameOf(BindingDecision decision)
{
    switch (decision) {
    case BindingDecision::Insert: return "Insert";
    case BindingDecision::Reset: return "Reset";
    case BindingDecision::ActiveRequestExists: return "ActiveRequestExists";
    case BindingDecision::AlreadyInForce: return "AlreadyInForce";
    case BindingDecision::NothingToUnbind: return "NothingToUnbind";
    }
    return "?";
}

void compare(BindingDecision decided, BindingDecision expected) { QCOMPARE(nameOf(decided), nameOf(expected)); }

} // namespace

class BindingDecisionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void theFirstBindInsertsAndTheFirstUnbindHasNothingToRemove()
    {
        compare(decideBinding(std::nullopt, { RequestKind::Bind, inForce }), BindingDecision::Insert);
        compare(decideBinding(std::nullopt, { RequestKind::Unbind, {} }), BindingDecision::NothingToUnbind);
    }

    void everyPairDecidesAsItsSetSays_data()
    {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < workflow::pairs.size(); ++i) {
            const Pair pair = workflow::pairs[i];
            QTest::addRow("%d/%s", int(pair.step), workflow::nameOf(pair.status).data()) << int(i);
        }
    }

    void everyPairDecidesAsItsSetSays()
    {
        QFETCH(int, index);
        const Pair pair = workflow::pairs[size_t(index)];
        const auto expected = [&](BindingDecision whenFree) {
            return mayBeTakenOver(pair) ? whenFree : BindingDecision::ActiveRequestExists;
        };
        const Standing holding { pair, inForce };
        compare(decideBinding(holding, { RequestKind::Bind, other }), expected(BindingDecision::Reset));
        compare(decideBinding(holding, { RequestKind::Bind, inForce }), expected(BindingDecision::AlreadyInForce));
        compare(decideBinding(holding, { RequestKind::Unbind, {} }), expected(BindingDecision::Reset));
        const Standing empty { pair, std::nullopt };
        compare(decideBinding(empty, { RequestKind::Bind, inForce }), expected(BindingDecision::Reset));
        compare(decideBinding(empty, { RequestKind::Unbind, {} }), expected(BindingDecision::NothingToUnbind));
    }

    void anotherExpiryIsAnAmendment()
    {
        const Standing holding { { Step::CalledBack, Status::Validated }, inForce };
        const Effective renewed { inForce.parameters, fromIso(u"2027-01-01T00:00:00Z") };
        compare(decideBinding(holding, { RequestKind::Bind, renewed }), BindingDecision::Reset);
    }

    void aRejectedAmendmentLeavesInForceWhatWas()
    {
        const Standing holding { { Step::ApprovalRejected, Status::Rejected }, inForce };
        compare(decideBinding(holding, { RequestKind::Bind, inForce }), BindingDecision::AlreadyInForce);
        compare(decideBinding(holding, { RequestKind::Bind, other }), BindingDecision::Reset);
    }

    void whatAwaitsItsDeploymentIsNotAmended()
    {
        const Standing landed { { Step::HandleMerged, Status::Merged }, inForce };
        compare(decideBinding(landed, { RequestKind::Unbind, {} }), BindingDecision::ActiveRequestExists);
    }
};

QTEST_APPLESS_MAIN(BindingDecisionTest)
#include "tst_bindingdecision.moc"
