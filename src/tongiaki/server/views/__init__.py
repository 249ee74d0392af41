"""What a seat may see: the public position, the choices with their parts, and why other things are not possible."""

from tongiaki.server.views.view import Sight, view_of

__all__ = ["Sight", "view_of"]
