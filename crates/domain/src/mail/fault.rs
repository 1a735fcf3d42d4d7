//! Why an email was not accepted, and what follows from it.

/// The step at which sending failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailStage {
    /// Writing the email.
    Composition,
    /// Finding out whether the server can deliver to the address. The server was not asked about it.
    Address,
    /// Looking up the mail server's name.
    Name,
    /// Opening the connection.
    Connection,
    /// Waiting for the server's greeting.
    Greeting,
    /// Encrypting the connection.
    Encryption,
    /// Checking the server's certificate.
    Certificate(CertificateFault),
    /// Signing in to the server.
    LogIn,
    /// Naming the sender.
    Sender,
    /// Naming the recipient.
    Recipient,
    /// Sending the message.
    Message,
}

/// What is wrong with a mail server's certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertificateFault {
    /// It is valid for other names only.
    Name,
    /// This machine does not trust its issuer.
    Issuer,
    /// It has expired, or is not valid yet.
    Date,
    /// It is a certificate authority's (CA:TRUE), which no server may use.
    Authority,
    /// Anything else.
    Other,
}

/// Why an email was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct MailFault {
    /// The step at which it failed.
    pub stage: MailStage,
    /// The status code of the server, if it answered.
    pub code: Option<u16>,
    /// What happened, for people: the server's answer, or a sentence by Askline.
    pub words: String,
}

impl MailFault {
    /// Whether this email will never be accepted: the server reported so, or it cannot be sent through this server.
    pub fn is_final(&self) -> bool {
        match self.stage {
            MailStage::Composition | MailStage::Address => true,
            MailStage::Sender | MailStage::Recipient | MailStage::Message => {
                self.code.is_some_and(|code| (500..600).contains(&code))
            }
            _ => false,
        }
    }

    /// Whether no email can be sent to the recipient's address: the server refused it permanently, or lacks what it needs.
    pub fn refuses_recipient(&self) -> bool {
        matches!(self.stage, MailStage::Recipient | MailStage::Address) && self.is_final()
    }

    /// Whether the fault is in the connection or the server rather than in this email: any other email would fail, too.
    pub fn is_trouble(&self) -> bool {
        match self.stage {
            MailStage::Composition | MailStage::Address => false,
            MailStage::Recipient | MailStage::Message => self.code.is_none(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_servers_refusal_of_the_mail_itself_is_final() {
        let fault = |stage, code| MailFault { stage, code, words: String::new() };
        for stage in [MailStage::Sender, MailStage::Recipient, MailStage::Message] {
            assert!(fault(stage, Some(550)).is_final());
            assert!(!fault(stage, Some(451)).is_final() && !fault(stage, None).is_final());
        }
        // The operator can fix the wrong password of Askline's account, and the email is sent then.
        for stage in
            [MailStage::Name, MailStage::Connection, MailStage::Greeting, MailStage::Encryption, MailStage::LogIn]
        {
            assert!(!fault(stage, Some(535)).is_final() && fault(stage, None).is_trouble());
        }
        assert!(fault(MailStage::Recipient, Some(550)).refuses_recipient());
        assert!(!fault(MailStage::Message, Some(550)).refuses_recipient());
        assert!(!fault(MailStage::Recipient, Some(450)).is_trouble(), "greylisting is of one address");
    }

    #[test]
    fn an_email_that_the_server_cannot_take_is_final_without_an_answer_of_the_server() {
        let fault = |stage| MailFault { stage, code: None, words: String::new() };
        for stage in [MailStage::Address, MailStage::Composition] {
            assert!(fault(stage).is_final() && !fault(stage).is_trouble());
        }
        assert!(fault(MailStage::Address).refuses_recipient() && !fault(MailStage::Composition).refuses_recipient());
    }
}
