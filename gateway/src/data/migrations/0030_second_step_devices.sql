-- With a second step, a browser is known only after that step. Until now the first step was enough.
DELETE FROM known_devices WHERE user_id IN (SELECT user_id FROM factors WHERE status = 'verified');
