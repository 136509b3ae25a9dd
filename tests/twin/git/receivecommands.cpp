// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/git/receivecommands.h"

#include <zlib.h>

namespace slipway::twin {

namespace {

QByteArray packetLine(const QByteArray &payload)
{
    return QByteArray::number(payload.size() + 4, 16).rightJustified(4, '0') + payload;
}

} // namespace

QString ReceiveCommands::Command::branch() const
{
    return reference.startsWith(u"refs/heads/") ? reference.mid(11) : QString();
}

ReceiveCommands ReceiveCommands::parse(QByteArrayView body)
{
    ReceiveCommands parsed;
    while (body.size() >= 4) {
        bool ok = false;
        const int length = body.first(4).toByteArray().toInt(&ok, 16);
        if (!ok || (length != 0 && length < 4) || length > body.size())
            return {};
        if (length == 0) {
            parsed.valid = true;
            return parsed;
        }
        QByteArray line = body.sliced(4, length - 4).toByteArray();
        body = body.sliced(length);
        const qsizetype end = line.indexOf('\0');
        if (end >= 0) {
            parsed.capabilities = line.mid(end + 1).trimmed();
            line.truncate(end);
        }
        line = line.trimmed();
        if (line.startsWith("shallow "))
            continue;
        const QList<QByteArray> words = line.split(' ');
        if (words.size() < 3 || words[0].size() != 40 || words[1].size() != 40)
            return {};
        parsed.commands.append({ QString::fromLatin1(words[0]), QString::fromLatin1(words[1]), QString::fromUtf8(words[2]) });
    }
    return {};
}

QByteArray ReceiveCommands::refusal(const QByteArray &text) const
{
    if (!capabilities.contains("report-status"))
        return {};
    QByteArray report = packetLine("unpack ok\n");
    for (const Command &command : commands)
        report += packetLine("ng " + command.reference.toUtf8() + " pre-receive hook declined\n");
    report += "0000";
    if (!capabilities.contains("side-band-64k"))
        return report;
    return packetLine('\2' + text + '\n') + packetLine('\1' + report) + "0000";
}

std::optional<QByteArray> gunzip(const QByteArray &packed, qsizetype limit)
{
    z_stream stream {};
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK)
        return std::nullopt;
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.constData()));
    stream.avail_in = uInt(packed.size());
    QByteArray plain, chunk(64 * 1024, Qt::Uninitialized);
    int state = Z_OK;
    while (state == Z_OK && plain.size() <= limit) {
        stream.next_out = reinterpret_cast<Bytef *>(chunk.data());
        stream.avail_out = uInt(chunk.size());
        state = inflate(&stream, Z_NO_FLUSH);
        plain.append(chunk.constData(), chunk.size() - qsizetype(stream.avail_out));
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END && plain.size() <= limit ? std::optional(plain) : std::nullopt;
}

} // namespace slipway::twin
