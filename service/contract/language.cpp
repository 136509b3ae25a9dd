// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/language.h"

#include <QTranslator>

#include <memory>
#include <optional>

// The macro declares a function of the global namespace, so it cannot be used inside one of ours. It is needed because the linker
// would drop a resource nobody refers to from a static library.
static void keepTranslations() { Q_INIT_RESOURCE(slipway_translations); }

namespace slipway {
namespace {

using namespace Qt::StringLiterals;

/// Never installed in the application: two requests in two languages are answered at the same time. translate() only reads.
const QTranslator &chinese()
{
    static const std::unique_ptr<const QTranslator> translator = [] {
        keepTranslations();
        auto loaded = std::make_unique<QTranslator>();
        if (!loaded->load(u":/translations/slipway_zh_CN.qm"_s))
            qWarning("the Chinese messages are missing from this build; English is used instead");
        return loaded;
    }();
    return *translator;
}

std::optional<Language> supported(const QByteArray &tag)
{
    if (tag == "en" || tag.startsWith("en-"))
        return Language::English;
    // Traditional scripts are not offered the simplified one as if it were theirs unless they ask for it by a plain "zh".
    if (tag == "zh" || tag.startsWith("zh-cn") || tag.startsWith("zh-hans") || tag.startsWith("zh-sg"))
        return Language::SimplifiedChinese;
    return std::nullopt;
}

} // namespace

Language languageOf(const QByteArray &acceptLanguage)
{
    Language best = Language::English;
    double bestQuality = 0;
    for (const QByteArray &item : acceptLanguage.toLower().split(',')) {
        const QList<QByteArray> parts = item.split(';');
        const auto language = supported(parts[0].trimmed());
        double quality = 1;
        for (const QByteArray &parameter : parts.mid(1)) {
            const QByteArray trimmed = parameter.trimmed();
            if (trimmed.startsWith("q="))
                quality = trimmed.mid(2).toDouble();
        }
        // Of equals the first named wins, as the header's order is the only hint left.
        if (language && quality > bestQuality) {
            best = *language;
            bestQuality = quality;
        }
    }
    return best;
}

QString translated(Language language, const char *context, const char *source)
{
    if (language == Language::SimplifiedChinese) {
        if (const QString text = chinese().translate(context, source); !text.isEmpty())
            return text;
    }
    return QString::fromUtf8(source);
}

} // namespace slipway
