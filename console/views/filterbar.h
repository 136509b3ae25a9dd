// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QUrlQuery>
#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QSettings;
class QToolButton;

namespace slipway::console {

/// What of a list is shown: words that narrow what is loaded, and questions to the service. Whole filters are kept under names.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    explicit FilterBar(const QString &page, QWidget *parent = nullptr);

    /// A question to the service with stable words to choose from; marked in the context Filters.
    void addChoice(const char *label, const QString &parameter, const QStringList &words);
    /// One with free text.
    void addField(const char *label, const QString &parameter);

    QUrlQuery query() const;
    QString words() const;
    void setWords(const QString &words);
    /// For links: sets one question and clears the others.
    void ask(const QString &parameter, const QString &value);
    void setCount(int shown, int loaded, bool goesOn);
    void focus();

    void remember(QSettings &settings) const;
    void recall(QSettings &settings);

Q_SIGNALS:
    void wordsChanged(const QString &words);
    void queryChanged();

private:
    struct Question {
        const char *label;
        QString parameter;
        QComboBox *choice = nullptr;
        QLineEdit *field = nullptr;
        QString value() const;
        void set(const QString &value) const;
    };
    QString asText() const;
    void fromText(const QString &text);
    void showMenu();
    void speak();

    QString m_page;
    QHBoxLayout *m_layout;
    QLineEdit *m_words;
    QToolButton *m_kept;
    QLabel *m_count;
    QList<Question> m_questions;
    QMap<QString, QString> m_filters; ///< Name to asText().
    QString m_countText;
};

} // namespace slipway::console
