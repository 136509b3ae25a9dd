// SPDX-License-Identifier: GPL-3.0-only
#include "tests/unit/guardreading.h"

namespace slipway::test {

using namespace httpserver;

Reading readingOf(const QList<QByteArray> &pieces, BodyMode mode)
{
    Guard guard;
    Reading reading;
    QByteArray target;
    for (const QByteArray &piece : pieces) {
        QByteArrayView input(piece);
        for (bool hungry = false; !hungry;) {
            switch (guard.take(input)) {
            case Guard::Step::Hungry: hungry = true; break;
            case Guard::Step::Head:
                target = nameOf(guard.head().method) + ' ' + guard.head().path.toByteArray();
                guard.admit(mode, mode == BodyMode::None ? 0 : 1000);
                break;
            case Guard::Step::Complete: reading.requests.append(target + ' ' + guard.takeBody()); break;
            case Guard::Step::Refused: reading.refusal = guard.refusal(); return reading;
            }
        }
    }
    reading.unfinished = !guard.betweenRequests();
    return reading;
}

} // namespace slipway::test
