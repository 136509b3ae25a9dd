// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/tomlfile.h"

#include <sstream>

// toml++ is used as headers only, and without exceptions: a parse error is an expected outcome here.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#include <toml++/toml.h>
#pragma GCC diagnostic pop

namespace slipway::configuration {
namespace {

QString fromUtf8(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

std::optional<QString> scalar(const toml::node &node)
{
    if (const auto *text = node.as_string())
        return fromUtf8(text->get());
    if (const auto *number = node.as_integer())
        return QString::number(number->get());
    if (const auto *number = node.as_floating_point())
        return QString::number(number->get(), 'g', 17);
    if (const auto *flag = node.as_boolean())
        return flag->get() ? QStringLiteral("true") : QStringLiteral("false");
    return std::nullopt;
}

class Flattener {
public:
    void table(const toml::table &table, const QString &prefix)
    {
        for (const auto &[key, node] : table) {
            const QString name = prefix + fromUtf8(key.str());
            if (const toml::table *inner = node.as_table())
                this->table(*inner, name + QLatin1Char('.'));
            else
                value(name, node);
        }
    }

    RawValues values;
    std::optional<TomlProblem> problem;

private:
    void value(const QString &name, const toml::node &node)
    {
        RawValue raw;
        raw.line = int(node.source().begin.line);
        if (const toml::array *array = node.as_array()) {
            raw.isList = true;
            for (const toml::node &item : *array)
                append(raw, name, item);
        } else {
            append(raw, name, node);
        }
        // "a.b" quoted and [a] b are the same key to us, so writing both is as wrong as writing one twice.
        if (!values.emplace(name, raw).second)
            problem = TomlProblem { raw.line, QStringLiteral("'%1' is written twice").arg(name) };
    }

    void append(RawValue &raw, const QString &name, const toml::node &node)
    {
        if (const auto text = scalar(node))
            raw.items.append(*text);
        else
            problem =
                TomlProblem { int(node.source().begin.line),
                              QStringLiteral("'%1' must be a text, a number, true or false, or a list of them").arg(name) };
    }
};

} // namespace

std::variant<RawValues, TomlProblem> readToml(const QByteArray &text)
{
    const toml::parse_result parsed = toml::parse(std::string_view(text.constData(), size_t(text.size())));
    if (parsed.failed()) {
        const toml::parse_error &error = parsed.error();
        return TomlProblem { int(error.source().begin.line), fromUtf8(error.description()) };
    }
    Flattener flattener;
    flattener.table(parsed.table(), {});
    if (flattener.problem)
        return *flattener.problem;
    return flattener.values;
}

} // namespace slipway::configuration
