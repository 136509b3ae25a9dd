// SPDX-License-Identifier: GPL-3.0-only
#include "tests/bench/httpload.h"

#include <arpa/inet.h>
#include <atomic>
#include <mutex>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace slipway::bench {
namespace {

/// A blocking connection that understands just enough of HTTP to find the end of an answer.
class Client {
public:
    explicit Client(quint16 port)
        : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address {};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const int on = 1;
        ::setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (::connect(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
            throw std::runtime_error("nobody listens");
    }
    ~Client() { ::close(m_socket); }
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;

    /// The status; 0 when the connection ended.
    int call(const QByteArray &request)
    {
        for (qsizetype sent = 0; sent < request.size();) {
            const ssize_t now = ::send(m_socket, request.constData() + sent, size_t(request.size() - sent), MSG_NOSIGNAL);
            if (now <= 0)
                return 0;
            sent += now;
        }
        QByteArray answer;
        qsizetype whole = -1;
        char buffer[16384];
        while (whole < 0 || answer.size() < whole) {
            const ssize_t now = ::recv(m_socket, buffer, sizeof buffer, 0);
            if (now <= 0)
                return 0;
            answer.append(buffer, now);
            if (whole < 0)
                whole = lengthOf(answer);
        }
        return answer.mid(9, 3).toInt();
    }

private:
    static qsizetype lengthOf(const QByteArray &answer)
    {
        const qsizetype end = answer.indexOf("\r\n\r\n");
        if (end < 0)
            return -1;
        const QByteArray head = answer.left(end).toLower();
        const qsizetype at = head.indexOf("\r\ncontent-length:");
        const qsizetype line = head.indexOf("\r\n", at + 2);
        return end + 4 + (at < 0 ? 0 : head.mid(at + 17, line < 0 ? -1 : line - at - 17).trimmed().toLongLong());
    }

    int m_socket;
};

} // namespace

Load loadOf(int clients, std::chrono::milliseconds length, int &counter,
            const std::function<std::function<bool(int)>()> &workOfClient)
{
    Load load;
    std::mutex lock;
    std::atomic_int next { counter };
    const auto since = std::chrono::steady_clock::now(), until = since + length;
    std::vector<std::thread> threads;
    for (int i = 0; i < clients; ++i) {
        threads.emplace_back([&] {
            const std::function<bool(int)> work = workOfClient();
            Load own;
            while (std::chrono::steady_clock::now() < until) {
                bool went = false;
                const double took = milliseconds([&] { went = work(next++); });
                went ? ++own.answered : ++own.refused;
                if (went)
                    own.milliseconds.add(took);
            }
            const std::lock_guard guard(lock);
            load.answered += own.answered;
            load.refused += own.refused;
            load.milliseconds.add(own.milliseconds);
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    load.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
    counter = next;
    return load;
}

Load HttpLoad::run(std::chrono::milliseconds length, const std::function<QByteArray(int)> &requestOf)
{
    return loadOf(m_clients, length, m_sent, [&]() -> std::function<bool(int)> {
        auto client = std::make_shared<Client>(m_port);
        return [this, client, &requestOf](int number) mutable {
            const int status = client->call(requestOf(number));
            if (status == 0)
                client = std::make_shared<Client>(m_port);
            return status == m_status;
        };
    });
}

} // namespace slipway::bench
