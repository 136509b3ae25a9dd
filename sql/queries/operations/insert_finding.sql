INSERT INTO finding (code, subject, detail) VALUES (:code, :subject, :detail)
