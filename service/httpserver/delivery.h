// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/message.h"

#include <functional>
#include <memory>
#include <mutex>

namespace slipway::httpserver {

class Mailbox;

/// What the server and the holders of one responder share. It names the connection and the request by number: whoever
/// answers never touches the connection, and the server finds out by itself whether it is still there.
struct ReplyState {
    quint64 connection = 0;
    quint64 exchange = 0;
    std::shared_ptr<Mailbox> mailbox;
    std::atomic_bool gone { false }; ///< The client left, or was answered without the holder.
    std::atomic<qint64> pending { 0 }; ///< Body bytes that were written to the stream and not yet to the socket.

    std::mutex lock;
    std::function<void()> ready; ///< Under lock.

    /// Calls ready; only in the server's thread.
    void callReady();
    /// The same for the last time: a producer that is kept alive by its own callback goes with it.
    void callReadyAndForget();
    void forgetReady();
    /// Books \a bytes as sent and calls ready when the rest falls below the low-water mark.
    void sent(qint64 bytes);
};

constexpr qint64 lowWater = 256 * 1024;

/// One step of an answer on its way to the server's thread.
struct Delivery {
    enum class Kind : quint8 { Answer, Forgotten, Begin, Bytes, End, Abort, Drop, Cut, Progress };

    std::shared_ptr<ReplyState> state;
    Kind kind = Kind::Answer;
    Reply reply {};
    QByteArray bytes {};
    qsizetype cut = 0;
};

} // namespace slipway::httpserver
