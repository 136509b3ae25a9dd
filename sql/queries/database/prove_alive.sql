-- isOpen() is only a flag of the client: after a server restart it still says yes.
DO 1
