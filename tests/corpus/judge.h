// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/service/rawclient.h"

#include <QStringList>

namespace slipway::corpus {

/// What must hold of every answer to whatever a client sends: no failure of ours, a refusal in the one declared shape, and nothing of
/// our insides. One sentence per rule broken; empty is good. \a sent is taken out of the answer first: an echo is no leak.
QStringList complaintsAbout(const test::RawReply &reply, const QByteArray &sent);

/// The same for what is expected to be answered whole, once, and soon.
QStringList complaintsAbout(const QList<test::RawReply> &replies, const QByteArray &sent, qint64 milliseconds);

} // namespace slipway::corpus
