// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/profiledialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHostAddress>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

bool isThisMachine(const QString &host) { return host == "localhost"_L1 || QHostAddress(host).isLoopback(); }

} // namespace

ProfileDialog::ProfileDialog(const Profile &profile, QWidget *parent)
    : QDialog(parent)
    , m_name(new QLineEdit(profile.name, this))
    , m_stage(new QComboBox(this))
    , m_url(new QLineEdit(profile.url.toString(), this))
    , m_proof(new QComboBox(this))
    , m_account(new QLineEdit(profile.account, this))
    , m_token(new QLineEdit(this))
    , m_caFile(new QLineEdit(profile.caFile, this))
    , m_readOnly(new QCheckBox(tr("&For looking only"), this))
    , m_problem(new QLabel(this))
{
    setWindowTitle(tr("Open a Service"));
    for (const auto stage : { Profile::Stage::Development, Profile::Stage::Test, Profile::Stage::Production })
        m_stage->addItem(Profile::wordFor(stage), int(stage));
    m_stage->setCurrentIndex(int(profile.stage));
    m_proof->addItem(tr("Token"), int(Profile::Proof::BearerToken));
    m_proof->addItem(tr("Bare name (development)"), int(Profile::Proof::DevelopmentName));
    m_proof->setCurrentIndex(int(profile.proof));
    m_readOnly->setChecked(profile.isReadOnly);
    m_token->setEchoMode(QLineEdit::Password);
    m_url->setPlaceholderText(u"https://slipway.example.com"_s);
    m_problem->setWordWrap(true);
    auto *form = new QFormLayout(this);
    form->addRow(tr("&Name:"), m_name);
    form->addRow(tr("&Stage:"), m_stage);
    form->addRow(tr("&Address:"), m_url);
    form->addRow(tr("&Proof:"), m_proof);
    form->addRow(tr("A&ccount:"), m_account);
    form->addRow(tr("&Token:"), m_token);
    form->addRow(tr("A&uthority file:"), m_caFile);
    form->addRow(m_readOnly);
    form->addRow(m_problem);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Open);
    form->addRow(buttons);
    m_name->setAccessibleName(tr("Name"));
    m_stage->setAccessibleName(tr("Stage"));
    m_url->setAccessibleName(tr("Address"));
    m_proof->setAccessibleName(tr("Proof"));
    m_account->setAccessibleName(tr("Account"));
    m_token->setAccessibleName(tr("Token"));
    m_token->setToolTip(tr("Kept in the system's keychain; where there is none, until this window closes."));
    m_caFile->setAccessibleName(tr("Authority file"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_stage, &QComboBox::currentIndexChanged, this, &ProfileDialog::takeStage);
    connect(m_proof, &QComboBox::currentIndexChanged, this, &ProfileDialog::check);
    connect(m_name, &QLineEdit::textChanged, this, &ProfileDialog::check);
    connect(m_url, &QLineEdit::textChanged, this, &ProfileDialog::check);
    connect(m_account, &QLineEdit::textChanged, this, &ProfileDialog::check);
    check();
}

void ProfileDialog::takeStage() { m_readOnly->setChecked(Profile::fresh(Profile::Stage(m_stage->currentIndex())).isReadOnly); }

void ProfileDialog::check()
{
    const bool isName = m_proof->currentIndex() == int(Profile::Proof::DevelopmentName);
    m_account->setEnabled(isName);
    m_token->setEnabled(!isName);
    const QUrl url(m_url->text().trimmed(), QUrl::StrictMode);
    QString problem;
    if (m_name->text().trimmed().isEmpty())
        problem = tr("Give it a name.");
    else if (!url.isValid() || url.host().isEmpty() || (url.scheme() != "https"_L1 && url.scheme() != "http"_L1))
        problem = tr("The address begins with https:// and names a host.");
    else if (isName && m_account->text().trimmed().isEmpty())
        problem = tr("Say whose name to use.");
    else if (url.scheme() == "http"_L1 && !isName && !isThisMachine(url.host()))
        problem = tr("Without https a token can be read on its way. That is for this very machine only.");
    m_problem->setText(problem);
    m_open->setEnabled(problem.isEmpty());
}

Profile ProfileDialog::profile() const
{
    return { .name = m_name->text().trimmed(),
             .stage = Profile::Stage(m_stage->currentIndex()),
             .url = QUrl(m_url->text().trimmed()),
             .proof = Profile::Proof(m_proof->currentIndex()),
             .account = m_account->text().trimmed(),
             .caFile = m_caFile->text().trimmed(),
             .isReadOnly = m_readOnly->isChecked() };
}

QString ProfileDialog::token() const { return m_token->text(); }

} // namespace slipway::console
