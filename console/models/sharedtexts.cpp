// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/sharedtexts.h"

#include <QSet>

namespace slipway::console {
namespace {

/// More different texts than this are hardly worth remembering.
constexpr qsizetype most = 50'000;

QString shared(const QString &text)
{
    static QSet<QString> known;
    const auto found = known.constFind(text);
    if (found != known.constEnd())
        return *found;
    if (known.size() < most)
        known.insert(text);
    return text;
}

} // namespace

void shareTexts(protocol::OperationSummary &row)
{
    protocol::ChangeSummary &change = row.change;
    for (QString *text : { &change.requester, &change.kind, &change.reason, &change.flow, &change.bindingStatus })
        *text = shared(*text);
    if (change.step.name)
        change.step.name = shared(*change.step.name);
    change.subject = SubjectId(shared(change.subject.value()));
    change.target = TargetKey(shared(change.target.value()));
    row.partition = PartitionKey(shared(row.partition.value()));
}

} // namespace slipway::console
