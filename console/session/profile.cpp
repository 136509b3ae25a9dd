// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/profile.h"

#include <QCoreApplication>
#include <QSettings>

#include <array>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

constexpr int schema = 1;

struct StageRow {
    QLatin1StringView key;
    const char *word;
    QRgb colour;
};
constexpr auto stages = std::to_array<StageRow>({
    { "development"_L1, QT_TRANSLATE_NOOP("Profile", "Development"), 0xff2e7d32 },
    { "test"_L1, QT_TRANSLATE_NOOP("Profile", "Test"), 0xff1565c0 },
    { "production"_L1, QT_TRANSLATE_NOOP("Profile", "Production"), 0xffc62828 },
});

Profile::Stage stageNamed(const QString &key)
{
    for (size_t i = 0; i < stages.size(); ++i) {
        if (stages[i].key == key)
            return Profile::Stage(i);
    }
    return Profile::Stage::Production; // What nobody understands is treated with the most care.
}

} // namespace

Profile Profile::fresh(Stage stage)
{
    Profile profile;
    profile.stage = stage;
    profile.isReadOnly = stage == Stage::Production;
    profile.proof = stage == Stage::Development ? Proof::DevelopmentName : Proof::BearerToken;
    return profile;
}

QColor Profile::colourOf(Stage stage) { return QColor::fromRgb(stages[size_t(stage)].colour); }
QString Profile::wordFor(Stage stage) { return QCoreApplication::translate("Profile", stages[size_t(stage)].word); }

QList<Profile> Profile::all(QSettings &settings)
{
    QList<Profile> profiles;
    const int count = settings.beginReadArray(u"profiles"_s);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        const Stage stage = stageNamed(settings.value(u"stage"_s).toString());
        Profile profile = fresh(stage);
        profile.name = settings.value(u"name"_s).toString();
        profile.url = QUrl(settings.value(u"url"_s).toString());
        profile.proof = settings.value(u"proof"_s) == "name"_L1 ? Proof::DevelopmentName : Proof::BearerToken;
        profile.account = settings.value(u"account"_s).toString();
        profile.caFile = settings.value(u"caFile"_s).toString();
        profile.isReadOnly = settings.value(u"readOnly"_s, profile.isReadOnly).toBool();
        if (!profile.name.isEmpty() && profile.url.isValid())
            profiles.append(profile);
    }
    settings.endArray();
    return profiles;
}

void Profile::save(QSettings &settings, const QList<Profile> &profiles)
{
    settings.setValue(u"schema"_s, schema);
    settings.remove(u"profiles"_s);
    settings.beginWriteArray(u"profiles"_s, int(profiles.size()));
    for (int i = 0; i < profiles.size(); ++i) {
        const Profile &profile = profiles.at(i);
        settings.setArrayIndex(i);
        settings.setValue(u"name"_s, profile.name);
        settings.setValue(u"stage"_s, QString(stages[size_t(profile.stage)].key));
        settings.setValue(u"url"_s, profile.url.toString());
        settings.setValue(u"proof"_s, profile.proof == Proof::DevelopmentName ? u"name"_s : u"token"_s);
        settings.setValue(u"account"_s, profile.account);
        settings.setValue(u"caFile"_s, profile.caFile);
        settings.setValue(u"readOnly"_s, profile.isReadOnly);
    }
    settings.endArray();
}

} // namespace slipway::console
