"""What messages are made of: their layout, buttons, forms and custom_ids."""
