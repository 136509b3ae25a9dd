// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QAbstractButton>
#include <QAccessible>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTabWidget>

/// What a screen reader could not say.
inline bool isControl(const QWidget *widget)
{
    if (qobject_cast<const QHeaderView *>(widget) || qobject_cast<const QTabBar *>(widget->parentWidget())
        || widget->inherits("QTableCornerButton") // Hidden with the row headings.
        || qobject_cast<const QLineEdit *>(widget->parentWidget()) || qobject_cast<const QComboBox *>(widget->parentWidget()))
        return false; // Parts of a control, which Qt itself names.
    return qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLineEdit *>(widget)
        || qobject_cast<const QComboBox *>(widget) || qobject_cast<const QAbstractItemView *>(widget)
        || qobject_cast<const QPlainTextEdit *>(widget) || qobject_cast<const QTabWidget *>(widget);
}

/// One line for each control in \a window without an accessible name; empty is good.
inline QStringList nameless(const QWidget &window)
{
    QStringList found;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!isControl(widget) || widget->objectName().startsWith(QLatin1String("qt_"))
            || widget->inherits("QComboBoxPrivateContainer") || widget->parentWidget()->inherits("QComboBoxPrivateContainer"))
            continue;
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        if (!interface || interface->text(QAccessible::Name).trimmed().isEmpty())
            found.append(QStringLiteral("%1 %2 in %3")
                             .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName(),
                                  QString::fromLatin1(widget->parentWidget()->metaObject()->className())));
    }
    return found;
}
