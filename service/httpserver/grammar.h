// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArrayView>

namespace slipway::httpserver {

/// The few productions of RFC 9110/9112 that head, chunk framing, router and reply writer share. Each answers for
/// exactly the bytes it is given and trims nothing.

bool isTokenByte(uchar byte);
bool isToken(QByteArrayView text);
/// Horizontal tab, visible ASCII, space and bytes from 0x80: no CR, LF, NUL or other control.
bool isFieldText(QByteArrayView text);
/// -1 for anything that is no hexadecimal digit.
int hexValue(char digit);
QByteArrayView withoutOuterBlanks(QByteArrayView text);
bool sameIgnoringCase(QByteArrayView a, QByteArrayView b);
/// "name:value" without its CRLF: a token directly followed by ':', then field text. No folded line passes.
bool isField(QByteArrayView line);
/// True when \a element is one of the comma-separated elements of \a list, in any case.
bool listHas(QByteArrayView list, QByteArrayView element);

} // namespace slipway::httpserver
