// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/bench/figures.h"

#include <QByteArray>

namespace slipway::bench {

/// What a load came to.
struct Load {
    int answered = 0;
    int refused = 0; ///< Other statuses than the one wanted, and connections that ended.
    double seconds = 0;
    Series milliseconds; ///< Of each answered request.
    double perSecond() const { return answered / seconds; }
};

/// So many clients at once, each on a connection of its own that is kept: the next request goes out when the answer is there.
/// \a requestOf gives the n-th request of all, whole, as it goes over the wire; it is called from all clients' threads.
class HttpLoad {
public:
    HttpLoad(quint16 port, int clients, int wantedStatus)
        : m_port(port)
        , m_clients(clients)
        , m_status(wantedStatus)
    {
    }

    Load run(std::chrono::milliseconds length, const std::function<QByteArray(int)> &requestOf);

private:
    quint16 m_port;
    int m_clients;
    int m_status;
    int m_sent = 0; ///< Over all runs, so that no request is ever repeated.
};

/// The same for anything that is not HTTP: \a work does the n-th piece in the client's own thread and says whether it went well.
Load loadOf(int clients, std::chrono::milliseconds length, int &counter,
            const std::function<std::function<bool(int)>()> &workOfClient);

} // namespace slipway::bench
