// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/paths.h"

#include <QCryptographicHash>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace slipway::catalogue {
namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype longestComponent = 100;
constexpr qsizetype keptOfLong = 60;
constexpr qsizetype hashDigits = 16;

QByteArray sha256(const QByteArray &bytes) { return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256); }

/// Names that cannot be files on some system a repository may be checked out on.
bool isReserved(const QByteArray &name)
{
    static const QRegularExpression devices(uR"(\A(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?\z)"_s,
                                            QRegularExpression::CaseInsensitiveOption);
    return devices.match(QString::fromLatin1(name)).hasMatch();
}

QByteArray percent(char byte) { return '%' + QByteArray(1, byte).toHex().toUpper(); }

bool isPlain(char byte)
{
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '.'
        || byte == '_' || byte == '-';
}

/// What is known of one component whatever the subject is: its beginning and end, and whether anything varies between
/// them.
struct Shape {
    QString head;
    QString tail;
    bool varies = false;
};

QString formatName(Format format) { return format == Format::Yaml ? u"yaml"_s : u"json"_s; }

Shape shapeOf(QString component, const Target &target)
{
    component.replace(u"{target}"_s, pathComponent(target.key.value()));
    component.replace(u"{format}"_s, formatName(target.format));
    const qsizetype first = component.indexOf(u'{');
    if (first < 0)
        return { component, component, false };
    return { component.left(first), component.mid(component.lastIndexOf(u'}') + 1), true };
}

bool couldBeEqual(const Shape &a, const Shape &b)
{
    if (!a.varies && !b.varies)
        return a.head == b.head;
    if (!b.varies)
        return couldBeEqual(b, a);
    if (!a.varies)
        return a.head.size() > b.head.size() + b.tail.size() && a.head.startsWith(b.head) && a.head.endsWith(b.tail);
    const bool heads = a.head.startsWith(b.head) || b.head.startsWith(a.head);
    const bool tails = a.tail.endsWith(b.tail) || b.tail.endsWith(a.tail);
    return heads && tails;
}

QString literalProblem(const QString &path)
{
    static const QRegularExpression allowed(uR"(\A[A-Za-z0-9._/{}-]*\z)"_s);
    if (!allowed.match(path).hasMatch())
        return u"may hold only letters, digits, '.', '_', '-', '/' and placeholders"_s;
    for (const QString &component : path.split(u'/')) {
        if (component.isEmpty())
            return u"has an empty component"_s;
        if (component.startsWith(u'.') || component.endsWith(u'.'))
            return u"has a component that begins or ends with a dot"_s;
        if (isReserved(component.toLatin1()))
            return u"has the reserved component '%1'"_s.arg(component);
    }
    return {};
}

} // namespace

QString pathComponent(const QString &name)
{
    const QByteArray bytes = name.toUtf8();
    const bool reserved = isReserved(bytes);
    QByteArray encoded;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const bool atEnd = i == 0 || i == bytes.size() - 1;
        if (!isPlain(bytes[i]) || (bytes[i] == '.' && atEnd) || (reserved && i == 0))
            encoded += percent(bytes[i]);
        else
            encoded += bytes[i];
    }
    // '~' is never plain, so a shortened name cannot be mistaken for a whole one.
    if (encoded.size() > longestComponent)
        encoded = encoded.left(keptOfLong) + '~' + sha256(bytes).toHex().left(hashDigits);
    return QString::fromLatin1(encoded);
}

QString shardOf(const TargetKey &target, const SubjectId &subject)
{
    const QByteArray hash = sha256(target.value().toUtf8() + '\0' + subject.value().toUtf8());
    return QString::fromLatin1(hash.left(1).toHex());
}

QString templateProblem(const QString &path)
{
    if (const QString problem = literalProblem(path); !problem.isEmpty())
        return problem;
    QString rest = path;
    for (const QString &known : { u"{shard}"_s, u"{target}"_s, u"{subject}"_s, u"{format}"_s })
        rest.remove(known);
    if (rest.contains(u'{') || rest.contains(u'}'))
        return u"has an unknown placeholder; known are {shard}, {target}, {subject} and {format}"_s;
    if (!path.contains("{subject}"_L1))
        return u"lacks {subject}, so all subjects would share one file"_s;
    return {};
}

QString prefixProblem(const QString &prefix)
{
    if (prefix.isEmpty())
        return {};
    if (!prefix.endsWith(u'/') || prefix.contains(u'{'))
        return u"must be a folder ending with '/', without placeholders"_s;
    return literalProblem(prefix.chopped(1));
}

QString filledPath(const Target &target, const SubjectId &subject)
{
    QString path = target.path;
    path.replace("{shard}"_L1, shardOf(target.key, subject));
    path.replace("{format}"_L1, formatName(target.format));
    // Encoded names hold no braces, so the order of the last two does not matter.
    path.replace("{target}"_L1, pathComponent(target.key.value()));
    path.replace("{subject}"_L1, pathComponent(subject.value()));
    return path;
}

bool couldStandAt(const Target &target, const QString &path)
{
    QString pattern = QRegularExpression::escape(target.path);
    const auto put = [&](const QString &placeholder, const QString &with) {
        pattern.replace(QRegularExpression::escape(placeholder), with);
    };
    put(u"{shard}"_s, u"[0-9a-f]{2}"_s);
    put(u"{format}"_s, formatName(target.format));
    put(u"{target}"_s, QRegularExpression::escape(pathComponent(target.key.value())));
    put(u"{subject}"_s, u"[A-Za-z0-9._%~-]{1,100}"_s);
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(path).hasMatch();
}

bool couldShareFile(const Target &a, const Target &b)
{
    const QStringList left = a.path.split(u'/'), right = b.path.split(u'/');
    const qsizetype common = std::min(left.size(), right.size());
    for (qsizetype i = 0; i < common; ++i) {
        if (!couldBeEqual(shapeOf(left[i], a), shapeOf(right[i], b)))
            return false;
    }
    return true;
}

} // namespace slipway::catalogue
