// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/languages.h"

#include <QApplication>
#include <QFont>
#include <QFontDatabase>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

using namespace Qt::StringLiterals;

// Outside of every namespace, as Qt's macro demands.
static void initialiseConsoleResources()
{
    Q_INIT_RESOURCE(console_translations);
    Q_INIT_RESOURCE(console);
}

namespace slipway::console::languages {
namespace {

QString used = u"en"_s;

} // namespace

QStringList all() { return { u"en"_s, u"zh_CN"_s }; }

QString nameOf(const QString &language) { return language == "zh_CN"_L1 ? u"简体中文"_s : u"English"_s; }

QString bestFor(const QString &locale) { return locale.startsWith("zh"_L1) ? u"zh_CN"_s : u"en"_s; }

QString current() { return used; }

QByteArray tagOf(const QString &language) { return language == "zh_CN"_L1 ? "zh-CN" : "en"; }

void use(const QString &language)
{
    initialiseConsoleResources();
    static QTranslator ours;
    static QTranslator ofQt;
    used = all().contains(language) ? language : u"en"_s;
    QCoreApplication::removeTranslator(&ours);
    QCoreApplication::removeTranslator(&ofQt);
    QLocale::setDefault(QLocale(used));
    if (ours.load(u":/translations/slipway-console_%1.qm"_s.arg(used)))
        QCoreApplication::installTranslator(&ours);
    if (used == "en"_L1)
        return;
    // Absent on machines without Qt's own translations; then only the standard buttons stay English.
    if (ofQt.load(u"qtbase_"_s + used, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&ofQt);
}

} // namespace slipway::console::languages
